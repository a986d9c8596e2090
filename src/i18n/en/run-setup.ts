export const smallerModelWords = {
  label: 'What may help',
  context: (tokens: string) => `Go on with ${tokens} tokens of context`,
  contextHint: 'The same run goes on. All cases that wait have room in it.',
  model: (name: string) => `Judge the rest with ${name}`,
  fetched: (size: string) => `${size} are fetched first`,
  file: 'Judge the rest with a smaller GGUF file',
  modelHint:
    'Another model is another judge: what has no score yet is judged as a new run. This one ends and keeps its scores.',
};

const figure = (count: number) => count.toLocaleString('en');
const questions = (count: number) => (count === 1 ? '1 question' : `${figure(count)} questions`);

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
  measure: 'Measure with one case',
  cancelMeasuring: 'Stop measuring',
  measuring: 'Asking one case to see how fast this device is. Nothing of it is kept.',
  measured: 'What a run takes here',
  takes: (time: string) => `about ${time}`,
  questions,
  reads: (perSecond: string) => `reads ${perSecond} tokens a second`,
  writes: (perSecond: string) => `writes ${perSecond} tokens a second`,
  memory: (all: string, model: string, context: string) =>
    `about ${all} of memory: ${model} model, ${context} context`,
  memoryOf: (model: string, context: number) =>
    `memory: ${model} model, and a context of ${figure(context)} tokens`,
  memoryUnknown: 'memory: the browser does not say how much its model takes',
  measuredHint: 'Told from one case. Longer replies, tries again and a busy machine take more.',
  nothingToMeasure: 'There is nothing to measure: no case leaves anything to ask.',
  notByHand: 'Not offered here: each criterion would be a prompt to carry by hand.',
};
