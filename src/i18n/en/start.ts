import type { ProblemWords } from '../../rubric/file/rubric-problem';
import { cases, counted } from './count';

/** The first screen, example replies, and what was dropped or pasted. */
export const startWords = {
  exampleReplies: 'Example replies',
  secondExampleReplies: 'Example replies 2',
  replySet: (set: number) => `Replies ${set}`,
  recognised: {
    sheet: (count: number) => `Recognised: sheet file with ${cases(count)}.`,
    rubric: (title: string) => `Recognised: rubric “${title}”. It is kept in this browser.`,
    newerRubric: (title: string) => `Recognised: a newer version of your rubric “${title}”.`,
    batch: (files: number) => `Recognised: ${counted('file')(files)} with batch results.`,
    cases: (rows: number) => `Recognised: table with ${counted('row')(rows)}.`,
    reply: (name: string) => `Recognised: a judge’s reply. It is offered for the case “${name}”.`,
    labelled: (fields: string) => `Recognised: one case with ${fields}.`,
    text: (field: string) => `Recognised: free text. It became one case (${field}).`,
  },
  sameForAll: 'The same for every case',
  fillInOnce: (names: string) => `Fill in once before you judge: ${names}.`,
  saveRunInputs: 'Save for all cases',
  looksLikePrompt: 'This looks like a judge prompt.',
  promptAsRubric: 'Import as a rubric',
  promptAsCase: 'Use as a case',
  replyWithoutCase: 'This is a judge’s reply. Select the case it belongs to, then paste it again.',
  rubricTaken: (id: string) =>
    `A built-in rubric already has the id “${id}”. Change the id in the file and open it again.`,
  rubricRefused: (name: string) => `${name || 'The pasted rubric'} wasn’t added.`,
  rubricMissing: (keys: string) => `Missing: ${keys}.`,
  rubricNotStored: 'The browser does not store it: it is gone when you close the tab.',
  rubricProblem: ({ line, message }: ProblemWords) =>
    line === undefined ? message : `Line ${line}: ${message}`,
  question: 'Is your AI judge right?',
  promise: 'Every score explained, every statement checked.',
  stays: 'Nothing leaves this page.',
  sends: 'Cases go to the server you enter.',
  judgeOwn: 'Judge my own text',
  openFile: 'Open a file',
  judgePasted: 'Judge this',
  sampleCases: (count: number) => `${count} sample cases`,
  cases: 'Cases',
  changeJudge: 'Judge settings',
  noModelYet: 'No model chosen',
  emptyTitle: 'What do you want to judge?',
  ownRubric: 'Bring your own rubric',
  ownRubricHint: 'Paste a judge prompt or open a rubric file.',
};
