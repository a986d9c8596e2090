import type { RunCase } from '../../core/model/run';
import { missing } from './storage-errors';

/** A case by its place, where all pieces up to it have to be read. */
export async function caseIn(pieces: AsyncIterable<RunCase[]>, run: string, row: number): Promise<RunCase> {
  let first = 0;
  for await (const piece of pieces) {
    const found = piece[row - first];
    if (found) return found;
    first += piece.length;
  }
  throw missing(`Case ${row} of run ${run}`);
}
