import type { Contradiction } from '../../judgement/contradictions';
import { contradictionInWords } from '../../judgement/view/contradiction-words';
import type { Voice } from './html';

export function sentenceOf(contradiction: Contradiction, voice: Voice): string {
  const { label, main } = contradictionInWords(contradiction, voice.speech);
  return main.startsWith(label) ? main : `${label}: ${main}`;
}

/** Whether it is about one of these checks, and not only because of another. */
export function isAbout({ checks, differences }: Contradiction, ids: ReadonlySet<string>): boolean {
  return checks.some(({ id }) => ids.has(id)) || differences.some(({ path }) => ids.has(`program:${path}`));
}
