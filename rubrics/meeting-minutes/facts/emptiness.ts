import { isPlaceholder, type Minutes } from './minutes';

export type Emptiness = 'empty' | 'nearly_empty' | 'content';

/** Fewer letters and digits than this, and no recognisable decision, is hardly an answer. */
const HARDLY_AN_ANSWER = 10;

/**
 * `empty`: no letter or digit is left once JSON syntax, keys, headings, labels and words such as `없음` are taken away.
 * `nearly_empty`: fewer than ten are left.
 */
export function emptinessOf(minutes: Minutes): Emptiness {
  const texts = [...minutes.statements, ...minutes.evidence.map(({ passage }) => passage)].map(
    ({ text }) => text,
  );
  const letters = texts
    .filter((text) => !isPlaceholder(text))
    .reduce((count, text) => count + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
  if (letters === 0) return 'empty';
  return letters < HARDLY_AN_ANSWER && minutes.decisions.length === 0 ? 'nearly_empty' : 'content';
}
