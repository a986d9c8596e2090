import type { Prompt } from '../model/prompt';
import { wordsFor } from './words';

/** The whole prompt as one text, for a chat window. */
export function promptAsText(prompt: Pick<Prompt, 'shared' | 'own'>): string {
  return `${prompt.shared}\n\n${prompt.own}\n`;
}

/** What a model is told on its second and third try. */
export function correctionText(problem: string, language: string): string {
  return wordsFor(language).correction(problem);
}
