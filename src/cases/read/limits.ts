import type { ReadingFailure, TooMuch } from '../table';

/** What a file may hold at most. Beyond it the tab runs out of memory, or the page no longer answers. */
export const most = {
  columns: 2_000,
  rows: 2_000_000,
  cells: 20_000_000,
  characters: 10_000_000,
  levels: 200,
  /** Of the texts in a workbook, in bytes. */
  unpacked: 256 * 1024 * 1024,
  /** Unpacked size by packed size. Real workbooks stay below 100. */
  ratio: 200,
} as const satisfies Record<TooMuch, number>;

export function tooMuch(what: TooMuch, found: number, cell?: string): ReadingFailure {
  return {
    code: 'too-much',
    found: { kind: 'too-much', what, found, limit: most[what], ...(cell !== undefined && { cell }) },
  };
}

/** Looks at each row before the next one is read. */
export class TableLimits {
  #rows = 0;
  columns = 0;

  /** What there is too much of with this row; null while the table can be kept. */
  add(cells: readonly string[]): ReadingFailure | null {
    this.#rows += 1;
    this.columns = Math.max(this.columns, cells.length);
    if (this.columns > most.columns) return tooMuch('columns', this.columns);
    if (this.#rows > most.rows) return tooMuch('rows', this.#rows);
    const all = this.#rows * this.columns;
    if (all > most.cells) return tooMuch('cells', all);
    const long = cells.find(({ length }) => length > most.characters);
    return long === undefined ? null : tooMuch('characters', long.length);
  }
}
