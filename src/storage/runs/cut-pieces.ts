import type { PackedResult } from './stored-shapes';

const mostResults = 500;
/**
 * A piece of long results has fewer. Sealing writes all of it a second time, and questions wait while more than a few results
 * are not stored: with 4 million characters that took up to a quarter of a second, with one it is not felt.
 */
const longestPiece = 1_000_000;

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
