import type { PackedResult } from './stored-shapes';

/** A sealed piece has this many results, or fewer where they are long: a browser refuses a value of 128 MB or more. */
const mostResults = 500;
const longestPiece = 4_000_000;

export function fillsPiece(count: number, length: number): boolean {
  return count >= mostResults || length >= longestPiece;
}

export function lengthOf(results: readonly PackedResult[]): number {
  return results.reduce((sum, { entry, judgement }) => sum + entry.length + judgement.length, 0);
}

/** Full pieces, and what is left over for the tail. */
export function cutPieces(results: readonly PackedResult[]): {
  full: PackedResult[][];
  rest: PackedResult[];
} {
  const full: PackedResult[][] = [];
  let rest: PackedResult[] = [];
  let length = 0;
  for (const result of results) {
    rest.push(result);
    length += lengthOf([result]);
    if (!fillsPiece(rest.length, length)) continue;
    full.push(rest);
    rest = [];
    length = 0;
  }
  return { full, rest };
}
