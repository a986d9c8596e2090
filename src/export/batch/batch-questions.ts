import { batchForms, byteLength, requestText, type BatchEngine } from './batch-files';
import type { Case } from '../../cases/case';
import { structuredSchema } from '../../judgement/connection';
import type { Json } from '../../kit/json';
import type { Judgement } from '../../judgement/judgement';
import type { Cell, RunHead, RunResult } from '../../sheet/run-record';
import type { SheetCase } from '../../sheet/sheet';
import { sha256Hex } from '../../kit/hash';
import { digestOf } from '../../judgement/digest';
import type { ModelJudge } from '../../judgement/judge';
import { providerById, wireFor } from '../../judges/api/providers';
import type { RequestOptions, WireFormat } from '../../judges/api/protocols/wire-format';
import { openCase, type OpenedCase } from '../../judgement/judge-case';
import type { Question } from '../../judgement/plan-question';
import type { ReadyRubric, World } from '../../judgement/ready-rubric';
import { brokenJudgement } from '../../sheet/run/judge-cell';
import { batchJudgeId, cellSeed, resultKey } from '../../sheet/run/new-run';

export interface BatchRun {
  head: RunHead;
  ready: ReadyRubric;
  caseAt: (key: number) => SheetCase;
  engine: BatchEngine;
  world: World;
}

/** The model of a batch as a judge: it has a description, and this page never asks it. */
export function batchJudge(engine: BatchEngine, model: string): ModelJudge {
  const parameters = wireOf(engine).parameters({ model, structured: 'schema' });
  return describedJudge(model, { batch: engine, ...parameters });
}

export function wireOf(engine: BatchEngine): WireFormat {
  return wireFor(providerById(engine));
}

function describedJudge(model: string, parameters: Record<string, Json>): ModelJudge {
  return {
    kind: 'model',
    id: batchJudgeId,
    describe: () => ({ model, parameters }),
    ask: () => Promise.reject(new Error('A batch is answered by its files.')),
  };
}

export function unitKeyOf({ head }: Pick<BatchRun, 'head'>, caseId: string, sample: number): string {
  return resultKey({ run: head.id, caseId, sample, judge: head.judge, rubricHash: head.rubric.hash });
}

/**
 * The same whenever it is made, so that receipts are of the very question that the file had: the boundary around the case is drawn
 * from the unit's key, which holds the run's random id, so that no case text can foresee it.
 */
export function openUnit(run: BatchRun, subject: Case, sample: number) {
  const { head, ready, engine, world } = run;
  const { mode, tellFacts } = head.settings;
  const key = unitKeyOf(run, subject.id, sample);
  // A batch that is under way cannot fall back to weaker means: it asks as the run describes its judge.
  const { model, parameters: described } = head.judge;
  const { data: structured = 'schema' } = structuredSchema.safeParse(described['structured']);
  const { temperature } = described;
  const tuning: RequestOptions = {
    model,
    structured,
    seed: cellSeed(key),
    ...(typeof temperature === 'number' && { temperature }),
  };
  const parameters = { batch: engine, ...wireOf(engine).parameters(tuning) };
  const judge = describedJudge(tuning.model, parameters);
  const options = { judge, mode, tellFacts, world: { ...world, random: wordsFrom(key) } };
  let opened: OpenedCase;
  try {
    opened = openCase(ready, subject, options);
  } catch (error) {
    opened = { question: null, judgement: brokenJudgement(ready, subject, options, error) };
  }
  return { key, tuning, parameters, opened };
}

/** Words that look drawn by chance, and come again in the same order for the same key. */
function wordsFrom(key: string): () => string {
  let drawn = 0;
  return () => {
    drawn += 1;
    return sha256Hex(`boundary ${drawn} of ${key}`).slice(0, 24);
  };
}

export function resultOf(
  { ready }: Pick<BatchRun, 'ready'>,
  { key: caseKey, revision }: Pick<SheetCase, 'key' | 'revision'>,
  sample: number,
  key: string,
  judgement: Judgement,
): RunResult {
  const digest = digestOf(ready.rubric, judgement);
  // How long the engine took over one of thousands is not known.
  return { caseKey, sample, hash: judgement.receipt.case, revision, key, milliseconds: 0, digest, judgement };
}

/**
 * The id of a request, within the 64 letters, digits and dashes that every engine takes: each part by the start of its hash. The
 * question shows whether this page would still ask the same.
 */
export interface BatchId {
  run: string;
  unit: string;
  question: string;
}

const lengths = { run: 12, unit: 34, question: 16 };
const form = new RegExp(
  `^([0-9a-f]{${lengths.run}})-([0-9a-f]{${lengths.unit}})-([0-9a-f]{${lengths.question}})$`,
);

export function runPart(runId: string): string {
  return sha256Hex(runId).slice(0, lengths.run);
}
export function unitPart(key: string): string {
  return key.slice(0, lengths.unit);
}
/** A hash of all that the model reads. Ids in exported files contain it: it must never change. */
export function questionPart({ prompt: { shared, own }, portable }: Question): string {
  return sha256Hex(JSON.stringify([shared, own, portable])).slice(0, lengths.question);
}

export function readBatchId(text: string): BatchId | null {
  const [, run, unit, question] = form.exec(text) ?? [];
  return run === undefined || unit === undefined || question === undefined ? null : { run, unit, question };
}

export type BatchPiece =
  | { kind: 'request'; text: string; cell: Cell }
  /** No model is needed: facts decide everything, or an input is missing. */
  | { kind: 'settled'; result: RunResult };

export function* batchPieces(run: BatchRun, cells: Iterable<Cell>): Generator<BatchPiece, void, void> {
  for (const cell of cells) {
    const subject = run.caseAt(cell.caseKey);
    const { key, tuning, opened } = openUnit(run, subject.case, cell.sample);
    const { question } = opened;
    if (question === null) {
      yield { kind: 'settled', result: resultOf(run, subject, cell.sample, key, opened.judgement) };
      continue;
    }
    const { prompt, portable } = question;
    const id = `${runPart(run.head.id)}-${unitPart(key)}-${questionPart(question)}`;
    const body = wireOf(run.engine).body({ prompt, shape: portable, ...tuning });
    yield { kind: 'request', text: requestText(run.engine, id, body), cell };
  }
}

export interface BatchEstimate {
  /** Without those that need no model, as far as can be told. */
  requests: number;
  bytes: number;
  files: number;
}

const mostTried = 12;

export function estimateBatch(run: BatchRun, cells: readonly Cell[]): BatchEstimate {
  const step = Math.max(1, Math.floor(cells.length / mostTried));
  const some = cells.filter((_, index) => index % step === 0);
  const tried = [...batchPieces(run, some)];
  const texts = tried.flatMap((piece) => (piece.kind === 'request' ? [piece.text] : []));
  const asked = texts.length;
  const bytes = texts.reduce((sum, text) => sum + byteLength(text) + 1, 0);
  if (asked === 0) return { requests: 0, bytes: 0, files: 0 };
  const requests = Math.round((cells.length * asked) / tried.length);
  const all = (requests * bytes) / asked;
  const { mostRequests, mostBytes } = batchForms[run.engine];
  const files = Math.ceil(Math.max(requests / mostRequests, all / mostBytes));
  return { requests, bytes: all, files };
}
