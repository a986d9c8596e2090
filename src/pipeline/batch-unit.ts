import { writeBatchId } from '../core/export/batch/batch-id';
import type { BatchEngine } from '../core/export/batch/batch-engine';
import type { Case } from '../core/model/case';
import { structuredSchema, type Structured } from '../core/model/connection';
import type { Json } from '../core/model/json';
import type { Judgement } from '../core/model/judgement';
import type { RawReply } from '../core/model/reply';
import type { BatchManner, RunHead, RunResult } from '../core/model/run';
import type { SheetCase } from '../core/model/sheet';
import { sha256Hex, sha256HexAfter } from '../core/receipt/hash';
import { digestOf } from '../core/stats/digest';
import type { JudgeFailure, JudgeRequest, ModelJudge } from '../judges/judge';
import { openCase, type OpenedCase } from './judge-case';
import { batchJudgeId } from './new-run';
import type { Question } from './plan-question';
import type { ReadyRubric, World } from './ready-rubric';
import { brokenJudgement } from './run-unit';
import { seedOf, unitKey } from './unit-key';

interface Tuning {
  model: string;
  structured: Structured;
  seed?: number;
  temperature?: number;
}

interface BatchWireError {
  message: string;
  code: string;
  filtered?: boolean;
  calledTool?: boolean;
  reply?: string;
}

/** What batch files need of an engine's wire format. */
export interface BatchWire {
  body(question: Pick<JudgeRequest, 'prompt' | 'shape'> & Tuning): unknown;
  parameters(tuning: Tuning): Record<string, Json>;
  readReply(
    json: unknown,
  ): (Pick<RawReply, 'text' | 'stop' | 'usage'> & { model?: string }) | JudgeFailure | null;
  readError(json: unknown): BatchWireError | null;
  faultIn(error: { message: string; code: string }): string | null;
}

/** Everything that the questions of a run follow from. */
export interface BatchRun {
  head: RunHead;
  ready: ReadyRubric;
  /** By its key. */
  caseAt: (key: number) => SheetCase;
  engine: BatchEngine;
  wire: BatchWire;
  world: World;
}

export interface BatchUnit {
  key: string;
  /** How the engine is asked, and how it would be described in a receipt. */
  tuning: Tuning;
  parameters: Record<string, Json>;
  opened: OpenedCase;
}

/** The model of a batch as a judge: it has a description, and is asked by nobody here. */
export function batchJudge(engine: BatchEngine, wire: BatchWire, model: string): ModelJudge {
  return describedJudge(model, { batch: engine, ...wire.parameters({ model, structured: 'schema' }) });
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
  return unitKey({ run: head.id, caseId, sample, judge: head.judge, rubricHash: head.rubric.hash });
}

/**
 * A unit as it is put to a batch engine. The same whenever it is made: the boundary that fences the case is drawn from the
 * unit's key, which holds the run's random id, so that no case text can foresee it and the results' receipts are of the very
 * question that the file had.
 */
export function openUnit(run: BatchRun, subject: Case, sample: number): BatchUnit {
  const { head, ready, engine, wire, world } = run;
  const { mode, tellFacts } = head.settings;
  const key = unitKeyOf(run, subject.id, sample);
  const { structured, seed, temperature } = head.batchManner ?? describedManner(head);
  const tuning: Tuning = {
    model: head.judge.model,
    structured,
    ...(seed && { seed: seedOf(key) }),
    ...(temperature !== null && { temperature }),
  };
  const parameters = { batch: engine, ...wire.parameters(tuning) };
  const judge = describedJudge(tuning.model, parameters);
  const options = { judge, mode, tellFacts, world: { ...world, random: wordsFrom(key) } };
  return { key, tuning, parameters, opened: opened() };

  function opened(): OpenedCase {
    try {
      return openCase(ready, subject, options);
    } catch (error) {
      return { question: null, judgement: brokenJudgement(ready, subject, options, error) };
    }
  }
}

/** Nobody can fall back to weaker means while a batch is under way. */
function describedManner({ judge }: RunHead): BatchManner {
  const { temperature } = judge.parameters;
  return {
    structured: 'schema',
    seed: true,
    temperature: typeof temperature === 'number' ? temperature : null,
  };
}

/** How the question of a receipt was put; null where no model was asked for a shape. */
export function mannerIn(parameters: Record<string, Json>): BatchManner | null {
  const structured = structuredSchema.safeParse(parameters['structured']);
  if (!structured.success) return null;
  const { temperature, provider, batch } = parameters;
  // Anthropic's format has no seed to refuse.
  const seedless = provider === 'anthropic' || batch === 'anthropic';
  const seeded = 'seed' in parameters || 'random_seed' in parameters;
  return {
    structured: structured.data,
    seed: seedless || seeded,
    temperature: typeof temperature === 'number' ? temperature : null,
  };
}

/** Words that look drawn by chance, and come again in the same order for the same key. */
function wordsFrom(key: string): () => string {
  let drawn = 0;
  return () => {
    drawn += 1;
    return sha256Hex(`boundary ${drawn} of ${key}`).slice(0, 24);
  };
}

export function runTag(runId: string): string {
  return sha256Hex(runId);
}

export function idOf(run: Pick<BatchRun, 'head'>, key: string, question: Question): string {
  return writeBatchId({ run: runTag(run.head.id), unit: key, question: questionHash(question) });
}

/** Of all that the model is told, as JSON: `[shared, own, portable]`. */
export function questionHash({ prompt: { shared, own }, portable }: Question): string {
  return hashAfter(shared)(`${JSON.stringify(own)},${jsonOf(portable)}]`);
}

let lastShared: { text: string; hash: (rest: string) => string } | null = null;

/** Long, and the same for every unit of a run. */
function hashAfter(shared: string): (rest: string) => string {
  if (lastShared?.text !== shared)
    lastShared = { text: shared, hash: sha256HexAfter(`[${JSON.stringify(shared)},`) };
  return lastShared.hash;
}

/** Shapes are made once for all cases that leave the same open, and never changed. */
const shapeTexts = new WeakMap<Question['portable'], string>();

function jsonOf(shape: Question['portable']): string {
  const text = shapeTexts.get(shape) ?? JSON.stringify(shape);
  shapeTexts.set(shape, text);
  return text;
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
