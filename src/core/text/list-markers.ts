import type { TextRange } from './fold-with-offsets';

const bullet = /^(?:[-–—*]\s+|[•·‣▪◦●○■□►➤]\s*)(?=\S)/u;
const numbering = /^(?:\(?(\d{1,3})[.)](\s*)(?=\P{N})|([①-⑳])(\s*)(?=\S))/u;
const beforeCircledOne = 0x245f;

export type WithoutMarkers = { ok: true; entries: TextRange[] } | { ok: false; problem: string };

/**
 * Entries without the bullets and numbers that stand before them. A name may begin with a number too (`1. FC Köln`), so
 * numbers are taken for numbering only where they count the whole list from 1, and never in a name that `isKnown`.
 */
export function withoutMarkers(
  text: string,
  entries: readonly TextRange[],
  isKnown: (entry: string) => boolean,
): WithoutMarkers {
  const bare = entries.map((entry) => {
    const written = text.slice(entry.start, entry.end);
    const length = isKnown(written) ? 0 : (bullet.exec(written)?.[0].length ?? 0);
    return { start: entry.start + length, end: entry.end };
  });
  const written = bare.map(({ start, end }) => text.slice(start, end));
  const marks = written.flatMap((entry) => numberingOf(entry) ?? []);
  const numbered = marks.length > 0 && marks.length === bare.length && !written.some(isKnown);
  if (!numbered) return { ok: true, entries: bare };
  if (marks.length > 1 && marks.every(({ number }, index) => number === index + 1)) {
    const stripped = bare.map(({ start, end }, index) => ({
      start: start + (marks[index]?.length ?? 0),
      end,
    }));
    return { ok: true, entries: stripped };
  }
  if (!marks.every(({ spaced }) => spaced)) return { ok: true, entries: bare };
  return {
    ok: false,
    problem: `Expected names, or names numbered from 1, got ${written[0]}: the number may belong to the name. Write the list as a JSON array.`,
  };
}

function numberingOf(entry: string): { number: number; length: number; spaced: boolean } | null {
  const found = numbering.exec(entry);
  if (!found) return null;
  const [mark, digits, space, circled, circledSpace] = found;
  const number =
    circled === undefined ? Number(digits) : (circled.codePointAt(0) ?? beforeCircledOne) - beforeCircledOne;
  return { number, length: mark.length, spaced: (space ?? circledSpace ?? '') !== '' };
}
