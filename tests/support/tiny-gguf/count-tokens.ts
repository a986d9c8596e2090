import { tinyVocabulary } from './vocabulary';

const scores = new Map(tinyVocabulary().map(({ text, score }) => [text, score]));

/** How many tokens the tiny model makes of a text: pairs that it knows are joined, best first; what it lacks counts by bytes. */
export function countTinyTokens(text: string): number {
  const signs = [...text.replaceAll(' ', '\u2581')];
  const joinable = signs.flatMap((sign, at) => {
    const score = scores.get(sign + (signs[at + 1] ?? ''));
    return at + 1 < signs.length && score !== undefined ? [{ at, score }] : [];
  });
  joinable.sort((a, b) => b.score - a.score || a.at - b.at);
  const taken = new Set<number>();
  for (const { at } of joinable) if (!taken.has(at) && !taken.has(at + 1)) taken.add(at).add(at + 1);
  const alone = signs.filter((_, at) => !taken.has(at));
  return (
    taken.size / 2 + alone.reduce((sum, sign) => sum + (scores.has(sign) ? 1 : Buffer.byteLength(sign)), 0)
  );
}
