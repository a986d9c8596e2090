import { figure, questions } from './count';

export const askWords = {
  asking: 'Questions per case',
  whole: 'One for the whole case',
  split: 'One for each criterion',
  splitHint:
    'Small models judge better one thing at a time. Each reply is checked alone, then all together. If one criterion gets no answer, the case stays unscored.',
  cost: (calls: number, tokens: string, reusable: string | null) =>
    `${questions(calls)}, about ${tokens} tokens${reusable === null ? '' : `; ${reusable} of them repeat and may be cached`}.`,
  costNoCase: (calls: number) => `${questions(calls)} for each case.`,
  nothingToSplit: 'This rubric has only one part, so there is nothing to split.',
  measure: 'Measure with one case',
  cancelMeasuring: 'Stop measuring',
  measuring: 'Asking one case to measure this device. The result is not kept.',
  measured: 'What a run takes here',
  takes: (time: string) => `about ${time}`,
  questions,
  reads: (perSecond: string) => `reads ${perSecond} tokens a second`,
  writes: (perSecond: string) => `writes ${perSecond} tokens a second`,
  memory: (all: string, model: string, context: string) =>
    `about ${all} of memory: ${model} model, ${context} context`,
  memoryOf: (model: string, context: number) =>
    `memory: ${model} model, and a context of ${figure(context)} tokens`,
  memoryUnknown: 'memory: the browser does not say how much its model needs',
  measuredHint: 'Measured with one case. Longer replies, retries and a busy device take longer.',
  nothingToMeasure: 'There is nothing to measure: rules decide every case.',
  notByHand: 'Not available here: you would have to copy one prompt per criterion.',
};

export const optionWords = {
  timeoutHint: '1 or more. Leave empty for no limit.',
  timeoutWrong: (most: string) => `Enter 1 to ${most} seconds, or leave it empty for no limit.`,
  timeoutStands: (seconds: string) => `Until then, the limit is ${seconds} s.`,
  timeoutStandsNone: 'Until then, there is no limit.',
  notifyFailed: (message: string) => `The browser did not show the notification: ${message}`,
  notifyNoReason: 'it does not say why.',
  notifyRefused: 'Notifications are blocked for this page in the browser’s settings.',
};
