import { z } from './zod';

/**
 * A file of cases as it was read: every cell is the text that stood there. Columns are addressed by their place, never by
 * their name, because names may repeat, be empty or be `__proto__`.
 */
export interface SourceTable {
  /** As they stand in the file. A file without a header gets the names of its places: Column 1, Column 2, … */
  columns: string[];
  /** Each as long as `columns`. */
  rows: string[][];
}

export const encodingSchema = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'euc-kr']);
export type Encoding = z.infer<typeof encodingSchema>;

/** How a file is read. Every part is a guess that the person may overrule. */
export interface ReadingChoices {
  encoding?: Encoding;
  /** Empty for a single column. */
  delimiter?: string;
  header?: boolean;
  /** Which sheet of a workbook. */
  sheet?: string;
}

/** What was made of a file's form. */
export interface ReadingReport {
  kind: 'csv' | 'json' | 'jsonl' | 'xlsx';
  /** Null where it has no meaning, e.g. the delimiter of a JSON file or of a single column. */
  encoding: Encoding | null;
  delimiter: string | null;
  header: boolean;
  /** Why the first row was taken for a header, or not; left out where the person chose or there is no first row. */
  headerReason?: 'names-above-values' | 'values-in-first-row' | 'names-are-usual';
  sheets: string[];
  sheet: string | null;
}

/** Something a person must know about a row as it stood in the file. */
export interface RowNote {
  /** Counts data rows from 1; 0 is the header. Of something that gave no row (`bad-json`): the row before it. */
  row: number;
  /** For a line that gave no row: its number in the file. */
  line?: number;
  kind: 'short-row' | 'long-row' | 'broken-quote' | 'bad-json';
  message: string;
}

/** Why a file could not be read at all. `code` lets the page say it in the reader's language. */
export interface ReadingFailure {
  code:
    | 'empty'
    | 'no-rows'
    | 'not-text'
    | 'wrong-bytes'
    | 'not-a-table'
    | 'too-large'
    | 'encrypted'
    | 'damaged'
    | 'folder';
  message: string;
  /** For wrong bytes: where, so that the person can look. */
  place?: { byte: number; line: number };
}

/** Which column gives what. Left out means nothing does. */
export const mappingSchema = z.strictObject({
  /** Rubric input name → column. */
  inputs: z.record(z.string(), z.int().min(0)),
  id: z.int().min(0).optional(),
  label: z.int().min(0).optional(),
  /** Output path → column with the value known to be right. */
  gold: z.record(z.string(), z.int().min(0)),
});
export type Mapping = z.infer<typeof mappingSchema>;
