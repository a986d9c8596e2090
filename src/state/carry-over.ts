import type { SourceTable } from '../core/model/table';

/** What a person did to the rows of a file. */
export interface RowWork {
  /** With the mended cells. */
  table: SourceTable;
  /** Mended rows as they were read, by index. */
  unmended: ReadonlyMap<number, readonly string[]>;
  /** Rows left out, by index. */
  skipped: ReadonlySet<number>;
}

/** What could not be carried over, so that it can be said. */
export interface LeftBehind {
  mends: number;
  skips: number;
  /** Whether columns had been chosen by hand. */
  mapping: boolean;
}

export function sameColumns(before: SourceTable, after: SourceTable): boolean {
  return (
    before.columns.length === after.columns.length &&
    before.columns.every((name, place) => name === after.columns[place])
  );
}

/**
 * Does to a file that was read otherwise what was done to it before. A row is the same if it reads the same; if only the
 * encoding changed it reads otherwise and still stands in the same place.
 */
export function carryOver(
  before: RowWork,
  after: SourceTable,
  onlyEncodingChanged: boolean,
): { work: RowWork; left: Omit<LeftBehind, 'mapping'> } {
  const comparable = sameColumns(before.table, after);
  const inPlace = onlyEncodingChanged && before.table.rows.length === after.rows.length;
  const isSame = (row: number): boolean => {
    if (!comparable) return false;
    if (inPlace) return true;
    const was = before.unmended.get(row) ?? before.table.rows[row];
    const is = after.rows[row];
    return was !== undefined && is !== undefined && was.every((cell, column) => cell === is[column]);
  };

  const left = { mends: 0, skips: 0 };
  const rows = before.unmended.size === 0 ? after.rows : [...after.rows];
  const unmended = new Map<number, readonly string[]>();
  for (const [row, read] of before.unmended) {
    const mended = before.table.rows[row] ?? [];
    const changed = mended.flatMap((cell, column) => (cell === read[column] ? [] : [{ cell, column }]));
    const target = after.rows[row];
    if (!target || !isSame(row)) {
      left.mends += changed.length;
      continue;
    }
    if (changed.length === 0) continue;
    unmended.set(row, target);
    rows[row] = changed.reduce((cells, { cell, column }) => cells.with(column, cell), target);
  }
  const skipped = new Set<number>();
  for (const row of before.skipped) {
    if (isSame(row)) skipped.add(row);
    else left.skips += 1;
  }
  return { work: { table: { ...after, rows }, unmended, skipped }, left };
}
