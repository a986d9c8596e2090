import type { RowNote } from '../model/table';
import { addCut, packCuts, type CutRows, type Cuts } from './cut-rows';
import type { ParsedRecords } from './parse-delimited';

/** A piece of a table, in the order of the file. Rows of earlier parts may be shorter than the columns known by now. */
export interface TablePart {
  columns: readonly string[];
  rows: CutRows | string[][];
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
  #rows = 0;

  constructor(columns: readonly string[]) {
    this.columns = [...columns];
    this.#named = columns.length;
  }

  shape({ text, records, share }: ParsedRecords): TablePart {
    const rows: Cuts[] = [];
    const notes: RowNote[] = [];
    for (const { cuts, quoteFault } of records) {
      this.#rows += 1;
      const row = this.#rows;
      if (quoteFault !== null) notes.push({ kind: quoteFault, row });
      if (cuts.length !== 2 * this.#named) this.#fit(cuts, row, notes);
      rows.push(cuts);
    }
    return { columns: this.columns, rows: packCuts(text, rows), notes, share };
  }

  #fit(cuts: Cuts, row: number, notes: RowNote[]): void {
    const named = this.#named;
    const came = cuts.length / 2;
    if (came < named) notes.push({ kind: 'short-row', row, expected: named, found: came });
    // A delimiter at the end of a row opens no column.
    while (cuts.length > 2 * named && endsEmpty(cuts)) cuts.length -= 2;
    const kept = cuts.length / 2;
    if (kept > named) {
      notes.push({ kind: 'long-row', row, expected: named, found: came });
      while (this.columns.length < kept) this.columns.push(columnName(this.columns.length));
    }
    while (cuts.length < 2 * this.columns.length) addCut(cuts, 0, 0);
  }
}

function endsEmpty(cuts: Cuts): boolean {
  const [start = 0, end = 0] = cuts.slice(-2);
  return 2 * start === end;
}

/** Makes every row as long as the columns, which later rows may have widened. */
export function widenRows(rows: readonly string[][], width: number): void {
  for (const row of rows) while (row.length < width) row.push('');
}
