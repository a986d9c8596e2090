import { neutralise } from './neutralise';
import { wordsFor } from './words';

/** What a model is told on its second and third try. The problem may quote its reply, and so the case. */
export function correctionText(problem: string, language: string): string {
  return wordsFor(language).correction(neutralise(problem, 'problem').text);
}

/**
 * What a second or third try is given: the refused reply and what was wrong with it. The reply may quote the case, so it is
 * shown to the model in the same broken-up form as the case itself.
 */
export function correction(
  reply: string,
  problem: string,
  language: string,
): { text: string; problem: string } {
  return { text: neutralise(reply, 'reply').text, problem: correctionText(problem, language) };
}
