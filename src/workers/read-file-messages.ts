import type { ReadingChoices, ReadingFailure, ReadingReport, RowNote } from '../core/model/table';

/** The one message a reading worker gets. Each worker reads one file, so no answer can belong to another reading. */
export interface ReadRequest {
  source: File | string;
  choices: ReadingChoices;
}

/** What it answers: one report, rows in parts with how far the reading is, and done; or a failure at any point. */
export type ReadReply =
  | { kind: 'report'; report: ReadingReport }
  | { kind: 'rows'; columns: readonly string[]; rows: string[][]; notes: RowNote[]; share: number }
  | { kind: 'done' }
  | { kind: 'failure'; failure: ReadingFailure };
