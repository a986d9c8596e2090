import type { ReadingReport, RowJump, RowNote } from '../core/model/table';

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
