import type { Prompt } from './build-prompt';

/** The whole prompt as one text, for a chat window. */
export function promptAsText(prompt: Pick<Prompt, 'shared' | 'own'>): string {
  return `${prompt.shared}\n\n${prompt.own}\n`;
}
