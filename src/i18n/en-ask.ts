const figure = (count: number) => count.toLocaleString('en');
const questions = (count: number) => (count === 1 ? '1 question' : `${figure(count)} questions`);

/** Words for how a model is asked, and what that takes. */
export const askWords = {
  asking: 'Questions per case',
  whole: 'One for the whole case',
  split: 'One for each criterion',
  splitHint:
    'Small models judge one thing at a time better. Each reply is checked by itself, then all of them as one; a criterion without an answer leaves the case without a score.',
  cost: (calls: number, tokens: string, reusable: string | null) =>
    `${questions(calls)}, about ${tokens} tokens sent${reusable === null ? '' : `; ${reusable} of them repeat and are read once where the judge keeps them`}.`,
  costNoCase: (calls: number) => `${questions(calls)} for each case.`,
  nothingToSplit: 'This rubric has only one part: there is nothing to split.',
  notByHand: 'Not offered here: each criterion would be a prompt to carry by hand.',
};
