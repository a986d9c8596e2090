import type { RowNote } from '../model/table';
import type { ParsedRecord } from './record-reader';
import { RowNumbers } from './row-numbers';

/** A piece of a table, in the order of the file. Rows of earlier parts may be shorter than the columns known by now. */
export interface TablePart {
  columns: readonly string[];
  rows: string[][];
  notes: RowNote[];
  /** How much of the file is read, from 0 to 1. */
  share: number;
}

export function columnName(place: number): string {
  return `Column ${place + 1}`;
}

/** Gives records the width of the header. Nothing is dropped: cells beyond the header open columns of their own. */
export class TableShaper {
  readonly columns: string[];
  readonly #named: number;
  readonly #numbers: RowNumbers;
  /** How many rows of the file stand before the first row of the table, and blank ones between. */
  #ahead: number;
  #rows = 0;

  /** `header`: rows that the names of the columns take; `blank`: those without text before them. */
  constructor(columns: readonly string[], header: number, blank: number) {
    this.columns = [...columns];
    this.#named = columns.length;
    this.#numbers = new RowNumbers(header);
    this.#ahead = header + blank;
  }

  shape(records: readonly ParsedRecord[], share: number): TablePart {
    const rows: string[][] = [];
    const notes: RowNote[] = [];
    for (const { cells, quoteFault, blankBefore = 0 } of records) {
      this.#rows += 1;
      const row = this.#rows;
      this.#ahead += blankBefore;
      if (row === 1 || blankBefore > 0) notes.push(...this.#numbers.take(row, row + this.#ahead));
      if (quoteFault !== null) notes.push({ kind: quoteFault, row });
      if (cells.length !== this.#named) this.#fit(cells, row, notes);
      rows.push(cells);
    }
    return { columns: this.columns, rows, notes, share };
  }

  #fit(cells: string[], row: number, notes: RowNote[]): void {
    const named = this.#named;
    const came = cells.length;
    if (came < named) notes.push({ kind: 'short-row', row, expected: named, found: came });
    // A delimiter at the end of a row opens no column.
    while (cells.length > named && cells.at(-1) === '') cells.pop();
    if (cells.length > named) {
      notes.push({ kind: 'long-row', row, expected: named, found: came });
      while (this.columns.length < cells.length) this.columns.push(columnName(this.columns.length));
    }
    while (cells.length < this.columns.length) cells.push('');
  }
}

/** Makes every row as long as the columns, which later rows may have widened. */
export function widenRows(rows: readonly string[][], width: number): void {
  for (const row of rows) while (row.length < width) row.push('');
}
