import { truncate } from '../kit/text/shown-text';
import { z } from '../kit/zod';
import type { QuoteFault } from '../kit/csv';

/** Every cell is text. Columns are addressed by place, because names may repeat, be empty or be `__proto__`. */
export interface SourceTable {
  /** As they stand in the file. A file without a header gets the names of its places: Column 1, Column 2, … */
  columns: string[];
  rows: string[][];
}

export const encodingSchema = z.enum([
  'utf-8',
  'utf-16le',
  'utf-16be',
  'euc-kr',
  'shift_jis',
  'windows-1252',
]);
export type Encoding = z.infer<typeof encodingSchema>;

/** How a file is read. Every part is a guess that the person may overrule. */
export interface ReadingChoices {
  encoding?: Encoding;
  delimiter?: string;
  header?: boolean;
  sheet?: string;
  /** Which member of a JSON object has the cases; empty where the object itself is one. */
  list?: string;
}

export interface ReadingReport {
  kind: 'csv' | 'json' | 'jsonl' | 'xlsx';
  /** Null where it has no meaning, e.g. the delimiter of a JSON file or of a single column. */
  encoding: Encoding | null;
  delimiter: string | null;
  header: boolean;
  sheets: string[];
  sheet: string | null;
  /** Members of a JSON object that are lists of objects, and the one whose objects are the cases; null: the object is one. */
  lists?: string[];
  list?: string | null;
}

/** Something a person must know about a row. `at` is a number as in `ReadTable.numbers`; null for the header. */
export type RowNote =
  | { kind: 'short-row' | 'long-row'; at: number | null; expected: number; found: number }
  | { kind: QuoteFault; at: number | null }
  | {
      kind: 'item-not-object' | 'line-not-json' | 'line-not-object' | 'line-too-deep';
      at: number;
      found: string;
    }
  /** Formulas of a workbook that come without what they give. `cell`: the first of the row. */
  | { kind: 'no-result'; at: number; found: number; cell: string };

export type OtherFile = 'png' | 'jpeg' | 'gif' | 'pdf' | 'gzip' | '7z' | 'parquet' | 'xls' | 'zip';

export type TooMuch = 'columns' | 'rows' | 'cells' | 'characters' | 'levels' | 'unpacked' | 'ratio';

/** What came instead of a table, as a kind, so that the page can say it in the reader's language. */
export type FoundInstead =
  | { kind: OtherFile }
  /** `cell`: the address of the one that is too far out. */
  | { kind: 'too-much'; what: TooMuch; found: number; limit: number; cell?: string }
  /** `detail`: the part of the workbook that is broken. */
  | { kind: 'broken-archive' }
  | { kind: 'broken-workbook'; detail: string }
  | { kind: 'broken-json'; line: number; column: number }
  | { kind: 'list-without-objects' | 'single-value' | 'empty-object' }
  | { kind: 'no-object-lines'; line: number; found: string };

export interface ReadingFailure {
  code:
    | 'empty'
    | 'no-rows'
    | 'not-text'
    | 'wrong-bytes'
    | 'not-a-table'
    | 'too-large'
    /** It opens, but what is in it is more than the page can hold. */
    | 'too-much'
    | 'encrypted'
    | 'damaged'
    | 'folder'
    /** Not the file's fault: the part of the page that reads files could not be loaded. */
    | 'unavailable';
  found?: FoundInstead;
  detail?: string;
  place?: { byte: number; line: number };
}

export function isReadingFailure(outcome: object): outcome is ReadingFailure {
  return 'code' in outcome;
}

export interface ReadTable {
  table: SourceTable;
  /** Of each row, as people count who open the file: rows of a spreadsheet, lines of JSON lines, items of a list. */
  numbers: number[];
  report: ReadingReport;
  notes: RowNote[];
}

const longestExcerpt = 61;

export function excerpt(whole: string): string {
  return truncate(whole.trim(), longestExcerpt);
}

/** Which column gives what. Left out means nothing does. */
export const mappingSchema = z.strictObject({
  /** Rubric input name → column. */
  inputs: z.record(z.string(), z.int().min(0)),
  /** Inputs that the file does not have and that are empty in every case. */
  blank: z.array(z.string()).optional(),
  id: z.int().min(0).optional(),
  label: z.int().min(0).optional(),
  /** Output path → column with the value known to be right. */
  gold: z.record(z.string(), z.int().min(0)),
});
export type Mapping = z.infer<typeof mappingSchema>;
