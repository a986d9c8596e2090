import { batchForms, requestText } from '../core/export/batch/batch-engine';
import { filesFor } from '../core/export/batch/batch-split';
import type { RunHead, RunResult } from '../core/model/run';
import { idOf, openUnit, resultOf, type BatchRun, type BatchUnit } from './batch-unit';
import type { Question } from './plan-question';
import { RunLedger, type EarlierResult, type UnitPlace } from './run-ledger';
import { StillAsked } from './still-asked';

export type BatchPiece =
  | { kind: 'request'; text: string; place: UnitPlace }
  /** Nobody need be asked: facts decide everything, or an input is missing. */
  | { kind: 'settled'; result: RunResult };

/** Each unit as the engine's file has it, or its result where it needs no model. One at a time, so that the page can breathe. */
export function* batchPieces(run: BatchRun, units: Iterable<UnitPlace>): Generator<BatchPiece, void, void> {
  for (const place of units) {
    const subject = run.caseAt(place.row);
    const { key, tuning, opened } = openUnit(run, subject, place);
    if (opened.question === null)
      yield { kind: 'settled', result: resultOf(run, place, key, opened.judgement) };
    else yield { kind: 'request', text: requestFor(run, { key, tuning, question: opened.question }), place };
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
export function* estimateBatch(
  run: BatchRun,
  units: readonly UnitPlace[],
): Generator<void, BatchEstimate, void> {
  const step = Math.max(1, Math.floor(units.length / mostTried));
  let tried = 0;
  let asked = 0;
  let bytes = 0;
  for (let index = 0; index < units.length; index += step) {
    for (const piece of batchPieces(run, units.slice(index, index + 1))) {
      tried += 1;
      if (piece.kind === 'settled') continue;
      asked += 1;
      bytes += byteLength(piece.text) + 1;
    }
    yield;
  }
  if (asked === 0) return { requests: 0, bytes: 0, files: 0 };
  const requests = Math.round((units.length * asked) / tried);
  const each = bytes / asked;
  return { requests, bytes: requests * each, files: filesFor(batchForms[run.engine], requests, each) };
}

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}
const encoder = new TextEncoder();

/** The head of a run whose questions are in files, with what was settled on the way. */
export function waitingHead(
  { head: before, ready, world }: BatchRun,
  earlier: readonly EarlierResult[],
  settled: readonly RunResult[],
): RunHead {
  const { again: _, ...head } = before;
  const ledger = new RunLedger(head, ready.rubric, earlier, ({ digest }) => digest.status === 'unscored');
  const stillAsked = new StillAsked(before, earlier);
  for (const { row, sample, digest, judgement } of settled) {
    ledger.record({ row, sample }, digest, judgement);
    stillAsked.take({ row, sample });
  }
  const { complete } = ledger;
  return {
    ...head,
    ...stillAsked.in(complete),
    state: complete ? 'finished' : 'paused',
    pause: complete ? null : { because: 'batch', detail: '' },
    changed: world.now().toISOString(),
    counts: ledger.counts(),
  };
}

/** All units of a run, in their order. */
export function* unitsOf({
  cases,
  settings,
}: Pick<RunHead, 'cases' | 'settings'>): Generator<UnitPlace, void, void> {
  for (let row = 0; row < cases; row += 1)
    for (let sample = 0; sample < settings.samples; sample += 1) yield { row, sample };
}
