import type { Piece } from '../../../../src/core/export/judged-entries';

/** The text among the pieces; what is wanted in between is at hand in these tests. */
export function writtenPieces(pieces: Iterable<Piece>): string[] {
  return [...pieces].filter((piece) => typeof piece === 'string');
}

export function written(pieces: Iterable<Piece>): string {
  return writtenPieces(pieces).join('');
}
