import type { Judgement } from '../core/model/judgement';
import type { Cell } from '../core/model/run';

/** Where a line stands. Lines count from 1. */
export interface LinePlace {
  file: string;
  line: number;
}

export type LineFault = 'not-text' | 'not-json' | 'shape';

/** Why there is no score, as the judgement has it. */
export type BatchFailure = Pick<Judgement, 'reason' | 'detail' | 'causes'>;

/** A line, or a cell of the run, that did not simply become a score. */
export type BatchProblem =
  | ({ kind: 'damaged'; fault: LineFault } & LinePlace)
  | ({ kind: 'unknown'; id: string } & LinePlace)
  /** The question reads otherwise today: the case was edited since, or another version of Assay asked. */
  | ({ kind: 'outdated'; id: string } & Cell & LinePlace)
  | ({ kind: 'duplicate'; id: string } & Cell & LinePlace)
  | ({ kind: 'failed'; failure: BatchFailure } & Cell & LinePlace)
  | ({ kind: 'missing' } & Cell);
export type BatchProblemKind = BatchProblem['kind'];

/** What became of result files. Every line that is neither blank nor a question is counted in one of the first six. */
export interface BatchReport {
  /** Lines that gave a cell its score. */
  scored: number;
  failed: number;
  duplicate: number;
  unknown: number;
  outdated: number;
  damaged: number;
  /** Cells that the run still waits for. */
  missing: number;
  /** The first of each kind. */
  listed: readonly BatchProblem[];
  /** Files that hold questions and no results. */
  requestFiles: readonly string[];
}

/** More of one kind nobody reads; their number is told. */
export const mostListed = 500;
