import type { RowJump } from '../model/table';

/** Follows how rows are numbered in the file, and tells where the number is not the next one. */
export class RowNumbers {
  /** Number less row, as of the last row. */
  #ahead: number;

  /** `ahead`: how many numbers come before that of the first row, if nothing is left out. */
  constructor(ahead = 0) {
    this.#ahead = ahead;
  }

  take(row: number, number: number): RowJump[] {
    if (number - row === this.#ahead) return [];
    this.#ahead = number - row;
    return [{ kind: 'jump', row, number }];
  }
}
