import { counted } from './count';

const cases = counted('case');

/** Words of presenter mode and of the deck as a file. */
export const presentWords = {
  label: 'Presentation',
  loading: 'Preparing the slides…',
  failed: (message: string) => `The slides could not be made: ${message}`,
  place: (at: number, of: number) => `${at} / ${of}`,
  previous: 'Back',
  next: 'Next',
  hideNames: 'Hide names',
  blank: 'Blank',
  blanked: 'The screen is blank. Press B to go on.',
  controls: 'Slides',
  leave: 'Leave',
  keyList: [
    ['→ Space PgDn Enter', 'Next step'],
    ['← PgUp', 'Back'],
    ['Home End', 'First and last slide'],
    ['B .', 'Blank the screen'],
    ['N', 'Hide or show case names'],
    ['Esc', 'Leave'],
    ['?', 'This list'],
  ] satisfies [string, string][],
  judgedBy: (judge: string) => `Judge: ${judge}`,
  examples: 'Example replies, written for this demo. No model was asked.',
  noModel: 'No model used: rules only.',
  judgedOf: (judged: number, all: number) => `${judged} of ${cases(all)} judged`,
  notJudged: 'No case has been judged yet.',
  result: 'Result',
  mapPart: (ends: number, all: number) =>
    `Of ${cases(all)} in this order, the first ${ends} and the last ${ends}.`,
  share: (all: number) => `In how many of ${cases(all)}.`,
  mistakes: 'What the judge gets wrong most',
  /** Who is hidden by its place in the sheet. */
  case: (number: number) => `Case ${number}`,
  why: {
    starred: '',
    contradicted: 'Most contradicted',
    best: 'Highest score',
    worst: 'Lowest score',
    first: '',
  },
  chosen: (count: number) =>
    count === 1
      ? 'No case is starred, so Assay chose this one.'
      : `No case is starred, so Assay chose these ${count}.`,
  caseAt: (name: string, at: number, of: number) => `${name} · ${at} of ${of}`,
  settled: 'Rules settle every criterion.',
  correct: 'Assay found nothing wrong.',
  checked: (held: number) =>
    held === 1
      ? 'The 1 statement it could check is correct.'
      : `All ${held} statements it could check are correct.`,
  more: (count: number) =>
    `And ${count} more ${count === 1 ? 'statement doesn’t' : 'statements don’t'} hold.`,
  sample: (count: number) => `One of ${count} replies for this case.`,
  unreadable: 'The stored judgement can’t be read.',
  exportDeck: 'Export deck',
};
