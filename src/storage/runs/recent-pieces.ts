import type { JudgementPiece } from './read-pieces';

/** Someone who steps through rows, or an export that reads on, asks the same piece many times. */
const mostKept = 4;

/** Pieces read last. */
export class RecentPieces {
  #kept: { run: string; piece: JudgementPiece }[] = [];

  find(run: string, place: number): JudgementPiece | null {
    const index = this.#kept.findIndex(
      ({ run: of, piece }) =>
        of === run && place >= piece.first && place < piece.first + piece.judgements.length,
    );
    const [found] = index < 0 ? [] : this.#kept.splice(index, 1);
    if (!found) return null;
    this.#kept.push(found);
    return found.piece;
  }

  keep(run: string, piece: JudgementPiece): void {
    this.#kept = [...this.#kept, { run, piece }].slice(-mostKept);
  }

  forget(run: string): void {
    this.#kept = this.#kept.filter(({ run: of }) => of !== run);
  }
}
