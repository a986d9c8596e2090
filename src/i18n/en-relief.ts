/** Words for what may help a model on this device that failed again and again. */
export const reliefWords = {
  label: 'What may help',
  context: (tokens: string) => `Go on with ${tokens} tokens of context`,
  contextHint: 'The same run goes on. All cases that wait have room in it.',
  model: (name: string) => `Judge the rest with ${name}`,
  fetched: (size: string) => `${size} are fetched first`,
  file: 'Judge the rest with a smaller GGUF file',
  modelHint:
    'Another model is another judge: what has no score yet is judged as a new run. This one ends and keeps its scores.',
};
