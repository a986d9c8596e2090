import type { Judgement } from '../core/model/judgement';

/** Where a line stands. Lines count from 1. */
export interface LinePlace {
  file: string;
  line: number;
}

export type LineFault = 'not-text' | 'not-json' | 'shape';

/** Why there is no score, as the judgement has it. */
export type BatchFailure = Pick<Judgement, 'reason' | 'detail' | 'causes'>;

/** A line, or a unit of the run, that did not simply become a score. */
export type BatchProblem =
  | ({ kind: 'damaged'; fault: LineFault } & LinePlace)
  | ({ kind: 'unknown'; id: string } & LinePlace)
  /** Asked of an older or newer Assay in other words, so the reply is no reply to what this one asks. */
  | ({ kind: 'outdated'; id: string; row: number; sample: number } & LinePlace)
  | ({ kind: 'duplicate'; id: string; row: number; sample: number } & LinePlace)
  | ({ kind: 'failed'; row: number; sample: number; failure: BatchFailure } & LinePlace)
  | { kind: 'missing'; row: number; sample: number };
export type BatchProblemKind = BatchProblem['kind'];

/** What became of result files. Every line that is neither blank nor a question is counted in one of the first six. */
export interface BatchReport {
  /** Lines that gave a unit its score. */
  scored: number;
  failed: number;
  duplicate: number;
  unknown: number;
  outdated: number;
  damaged: number;
  /** Units of the run that have no result at all, these files or not. */
  missing: number;
  /** The first of each kind. */
  listed: readonly BatchProblem[];
  /** Files that hold questions and no results. */
  requestFiles: readonly string[];
}

/** More of one kind nobody reads; their number is told. */
export const mostListed = 500;
