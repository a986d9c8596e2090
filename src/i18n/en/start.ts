/** The first screen, example replies, and what was dropped or pasted. */
export const startWords = {
  exampleReplies: 'Example replies',
  secondExampleReplies: 'Example replies, second set',
};
