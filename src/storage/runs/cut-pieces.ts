const mostTexts = 500;
/** A piece of long texts has fewer: it is written, and read again, in one go. */
const longestPiece = 1_000_000;

export function fillsPiece(count: number, length: number): boolean {
  return count >= mostTexts || length >= longestPiece;
}

export function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** Full pieces, and what is left over. */
export function cutPieces(texts: readonly string[]): { full: string[][]; rest: string[] } {
  const full: string[][] = [];
  let rest: string[] = [];
  let length = 0;
  for (const text of texts) {
    rest.push(text);
    length += text.length;
    if (!fillsPiece(rest.length, length)) continue;
    full.push(rest);
    rest = [];
    length = 0;
  }
  return { full, rest };
}
