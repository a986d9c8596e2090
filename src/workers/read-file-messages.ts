import type { CutRows } from '../core/cases/cut-rows';
import type { ReadingChoices, ReadingFailure, ReadingReport, RowNote } from '../core/model/table';

/** The one message a reading worker gets. Each worker reads one file, so no answer can belong to another reading. */
export interface ReadRequest {
  source: File | string;
  choices: ReadingChoices;
}

/**
 * What it answers: a report, rows in parts with how far the reading is, and done; or a failure at any point. A second report
 * means that the file turned out to be written otherwise, and makes all rows before it void.
 */
export type ReadReply =
  | { kind: 'report'; report: ReadingReport }
  | { kind: 'rows'; columns: readonly string[]; rows: CutRows | string[][]; notes: RowNote[]; share: number }
  | { kind: 'done' }
  | { kind: 'failure'; failure: ReadingFailure };
