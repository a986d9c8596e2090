import { batchForms, requestText } from '../core/export/batch/batch-engine';
import { filesFor } from '../core/export/batch/batch-split';
import type { Cell, RunResult } from '../core/model/run';
import { idOf, openUnit, resultOf, type BatchRun, type BatchUnit } from './batch-unit';
import type { Question } from './plan-question';

export type BatchPiece =
  | { kind: 'request'; text: string; cell: Cell }
  /** Nobody need be asked: facts decide everything, or an input is missing. */
  | { kind: 'settled'; result: RunResult };

/** Each cell as the engine's file has it, or its result where it needs no model. One at a time, so that the page can breathe. */
export function* batchPieces(run: BatchRun, cells: Iterable<Cell>): Generator<BatchPiece, void, void> {
  for (const cell of cells) {
    const subject = run.caseAt(cell.caseKey);
    const { key, tuning, opened } = openUnit(run, subject.case, cell.sample);
    if (opened.question === null)
      yield { kind: 'settled', result: resultOf(run, subject, cell.sample, key, opened.judgement) };
    else yield { kind: 'request', text: requestFor(run, { key, tuning, question: opened.question }), cell };
  }
}

function requestFor(
  run: BatchRun,
  { key, tuning, question }: Pick<BatchUnit, 'key' | 'tuning'> & { question: Question },
): string {
  const { prompt, portable } = question;
  return requestText(
    run.engine,
    idOf(run, key, question),
    run.wire.body({ prompt, shape: portable, ...tuning }),
  );
}

export interface BatchEstimate {
  /** Without those that need no model, as far as can be told. */
  requests: number;
  bytes: number;
  files: number;
}

const mostTried = 12;

/** Told from a few cases that lie evenly among the others. */
export function* estimateBatch(run: BatchRun, cells: readonly Cell[]): Generator<void, BatchEstimate, void> {
  const step = Math.max(1, Math.floor(cells.length / mostTried));
  let tried = 0;
  let asked = 0;
  let bytes = 0;
  for (let index = 0; index < cells.length; index += step) {
    for (const piece of batchPieces(run, cells.slice(index, index + 1))) {
      tried += 1;
      if (piece.kind === 'settled') continue;
      asked += 1;
      bytes += byteLength(piece.text) + 1;
    }
    yield;
  }
  if (asked === 0) return { requests: 0, bytes: 0, files: 0 };
  const requests = Math.round((cells.length * asked) / tried);
  const each = bytes / asked;
  return { requests, bytes: requests * each, files: filesFor(batchForms[run.engine], requests, each) };
}

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}
const encoder = new TextEncoder();
