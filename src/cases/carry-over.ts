import type { SourceTable, ReadingReport, RowJump, RowNote } from './table';

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

/** Where a row stands for whoever opens the file: a row of a spreadsheet, a line of JSON lines, an item of a JSON list. */
export interface RowPlace {
  kind: 'row' | 'line' | 'item';
  number: number;
  /** Where several files were joined. */
  file?: string;
}

export interface ReadFile {
  /** Undefined where it is the only one. */
  name: string | undefined;
  report: Pick<ReadingReport, 'kind' | 'header'>;
  /** How many rows it has. */
  rows: number;
  jumps: readonly RowJump[];
}

const kinds = { csv: 'row', xlsx: 'row', json: 'item', jsonl: 'line' } as const;

/** Where the rows of files that were read as one table stand in those files. */
export class RowPlaces {
  readonly #files: readonly ReadFile[];

  constructor(files: readonly ReadFile[]) {
    this.#files = files;
  }

  /** `row` counts the rows of all files from 1. */
  of(row: number): RowPlace {
    let before = 0;
    for (const file of this.#files) {
      if (row <= before + file.rows) return placeIn(file, row - before);
      before += file.rows;
    }
    return { kind: 'row', number: row };
  }
}

/** `row` counts the rows of that file from 1. */
export function placeIn({ name, report, jumps }: Omit<ReadFile, 'rows'>, row: number): RowPlace {
  const kind = kinds[report.kind];
  const jump = jumps.findLast((each) => each.row <= row);
  const header = kind === 'row' && report.header ? 1 : 0;
  const number = jump ? jump.number + row - jump.row : row + header;
  return { kind, number, ...(name !== undefined && { file: name }) };
}

/** Null for the header. */
export function placeOfNote(file: Omit<ReadFile, 'rows'>, note: RowNote): RowPlace | null {
  const of = file.name === undefined ? {} : { file: file.name };
  if ('line' in note) return { kind: 'line', number: note.line, ...of };
  if ('item' in note) return { kind: 'item', number: note.item, ...of };
  return note.row === 0 ? null : placeIn(file, note.row);
}
