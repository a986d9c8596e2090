import type { Prompt } from '../model/prompt';
import { neutralise } from './neutralise';
import { wordsFor } from './words';

/** The whole prompt as one text, for a chat window. */
export function promptAsText(prompt: Pick<Prompt, 'shared' | 'own'>): string {
  return `${prompt.shared}\n\n${prompt.own}\n`;
}

/** What a model is told on its second and third try. The problem may quote its reply, and so the case. */
export function correctionText(problem: string, language: string): string {
  return wordsFor(language).correction(neutralise(problem, 'problem').text);
}
