import { messageOf } from '../core/model/message-of';
import { batchForms, type BatchEngine, type BatchForm } from '../core/export/batch/batch-engine';
import type { Case } from '../core/model/case';
import type { RunHead, RunResult } from '../core/model/run';
import type * as Batch from '../pipeline/batch';
import type { BatchEstimate } from '../pipeline/batch-export';
import type { UnitPlace } from '../pipeline/run-ledger';
import type { Ownership } from '../storage/runs/run-ownership';
import { BatchFileSet, type BatchFile } from './batch-file-set';
import { planBatch, unitAt, type BatchPlan, type BatchWish } from './batch-plan';
import { nameOf } from './case-name';
import { fileTime, runFileName } from './file-names';
import { runToGoOn, scopesOf, type BatchDesk, type BatchScope } from './batch-scope';
import { groupLength, sliceMilliseconds, type BatchTools } from './batch-tools';
import { saveFile } from './save-file';
import { SlicedWork, yieldToPage } from './sliced-work';

export type { BatchFile };

export type BatchExportState =
  | { kind: 'idle' }
  | { kind: 'writing'; done: number; total: number }
  | { kind: 'cancelled' }
  /** `settled`: units that needed no model. `tooLarge`: those that no file may hold, and that are in none; `mostBytes`: what one holds. */
  | {
      kind: 'done';
      head: RunHead;
      files: readonly BatchFile[];
      settled: number;
      tooLarge: readonly TooLarge[];
      mostBytes: number;
      engine: BatchEngine;
    }
  | { kind: 'refused'; because: 'no-model' | 'busy' | 'gone' }
  | { kind: 'failed'; message: string };

/** A question that is larger than a whole file may be. */
export interface TooLarge extends UnitPlace {
  name: string;
  bytes: number;
}

interface Tools extends BatchTools {
  desk: () => BatchDesk;
  /** A new run waits for its results, and the desk stands for it. */
  laidOut: (desk: BatchDesk['desk'], head: RunHead, cases: readonly Case[]) => void;
}

/** Writes the questions of a run to batch files, and keeps the run until its results come. */
export class BatchExport {
  readonly #tools: Tools;
  readonly #estimating = new SlicedWork();
  #engine = $state<BatchEngine>('openai');
  #model = $state('');
  #scope = $state<BatchScope | null>(null);
  #state = $state.raw<BatchExportState>({ kind: 'idle' });
  #stop = new AbortController();
  /** Of estimates: the last counts. */
  #turn = 0;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  get state(): BatchExportState {
    return this.#state;
  }
  get busy(): boolean {
    return this.#state.kind === 'writing';
  }
  get engine(): BatchEngine {
    return this.#engine;
  }
  set engine(engine: BatchEngine) {
    this.#engine = engine;
  }
  get model(): string {
    return this.goingOn?.judge.model ?? this.#model;
  }
  set model(name: string) {
    this.#model = name;
  }
  get scopes(): { scope: BatchScope; units: number }[] {
    return scopesOf(this.#tools.desk());
  }
  /** The chosen one as long as there is such a thing. */
  get scope(): BatchScope | null {
    const { scopes } = this;
    return (scopes.find(({ scope }) => scope === this.#scope) ?? scopes[0])?.scope ?? null;
  }
  set scope(scope: BatchScope | null) {
    this.#scope = scope;
  }
  /** The stored run whose rest is to be exported: whom and how it asks is settled. */
  get goingOn(): RunHead | null {
    return this.scope === 'rest' || this.scope === 'rest-and-failed'
      ? runToGoOn(this.#tools.desk().desk)
      : null;
  }

  /** What a file for the chosen engine may hold. */
  get limits(): Pick<BatchForm, 'mostRequests' | 'mostBytes'> {
    return batchForms[this.#engine];
  }

  cancel(): void {
    this.#stop.abort();
  }
  dismiss(): void {
    if (!this.busy) this.#state = { kind: 'idle' };
  }
  save(file: BatchFile): void {
    saveFile(file.blob, file.name);
  }

  /** How large the files would be. Null where there is nothing to export, or something else is asked meanwhile. */
  async estimate(): Promise<BatchEstimate | null> {
    // All at once, so that whoever shows the estimate is told when any of it changes.
    const wish = this.#wish();
    if (wish.scope === null) return null;
    const turn = (this.#turn += 1);
    const batch = await this.#tools.load();
    const work = await planBatch(batch, wish, this.#tools);
    // What was asked before may get ready later, and must not take the place of what is asked now.
    if (!work || turn !== this.#turn) return null;
    return this.#estimating.run(batch.estimateBatch(work.run, work.units));
  }

  async write(): Promise<void> {
    const wish = this.#wish();
    const { goingOn, model } = wish;
    if (this.busy || wish.scope === null) return;
    if (model === '') {
      this.#state = { kind: 'refused', because: 'no-model' };
      return;
    }
    const { signal } = (this.#stop = new AbortController());
    this.#state = { kind: 'writing', done: 0, total: 0 };
    const claimed: { owned: Ownership | null } = { owned: null };
    try {
      if (goingOn) {
        claimed.owned = await this.#tools.ownership.claim(goingOn.id);
        if (!claimed.owned) {
          this.#state = { kind: 'refused', because: 'busy' };
          return;
        }
      }
      const batch = await this.#tools.load();
      const work = await planBatch(batch, wish, this.#tools);
      if (!work) this.#state = { kind: 'refused', because: 'gone' };
      else await this.#writeFiles(batch, work, signal);
    } catch (error) {
      this.#state = signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', message: messageOf(error) };
    } finally {
      await claimed.owned?.release();
    }
  }

  async #writeFiles(batch: typeof Batch, work: BatchPlan, signal: AbortSignal): Promise<void> {
    const { run, units, earlier, fresh } = work;
    const { engine } = run;
    const form = batch.batchForms[engine];
    const files = new BatchFileSet(form, batch);
    const settled: RunResult[] = [];
    const tooLarge: TooLarge[] = [];
    let sliceEnds = performance.now() + sliceMilliseconds;
    let done = 0;
    for (const piece of batch.batchPieces(run, units)) {
      if (piece.kind === 'request') {
        const bytes = files.add(piece.text);
        const { place } = piece;
        if (bytes !== null) tooLarge.push({ ...place, bytes, name: nameOf(run.caseAt(place.row)) });
      }
      // What needs no model is told once.
      else if (!earlier.has(unitAt(run.head, piece.result))) settled.push(piece.result);
      done += 1;
      if (performance.now() < sliceEnds) continue;
      this.#state = { kind: 'writing', done, total: units.length };
      await yieldToPage();
      signal.throwIfAborted();
      sliceEnds = performance.now() + sliceMilliseconds;
    }
    const head = batch.waitingHead(run, [...earlier.values()], settled);
    // Only once the files are whole: a run must not wait for results of questions that nobody has.
    await this.#store(work, head, settled);
    const finished = files.finish(fileName(head, fresh ? null : run.world.now()));
    for (const file of finished) {
      await yieldToPage();
      this.save(file);
    }
    await yieldToPage();
    if (fresh) this.#tools.laidOut(fresh.desk, head, fresh.cases);
    this.#tools.tell({ kind: 'head', run: head.id });
    const { mostBytes } = form;
    this.#state = {
      kind: 'done',
      head,
      files: finished,
      settled: settled.length,
      tooLarge,
      mostBytes,
      engine,
    };
  }

  async #store({ fresh, run }: BatchPlan, head: RunHead, settled: readonly RunResult[]): Promise<void> {
    const { runs, loadEngine } = this.#tools;
    if (fresh) {
      const { runToStore } = await loadEngine();
      await runs.create(runToStore(run.head, run.ready.rubric, fresh.cases, fresh.desk.sources));
    }
    for (let from = 0; from < settled.length; from += groupLength) {
      await runs.append(head.id, settled.slice(from, from + groupLength));
      await yieldToPage();
    }
    await runs.append(head.id, [], head);
  }

  #wish(): BatchWish {
    const { engine, scope, goingOn } = this;
    return { ...this.#tools.desk(), engine, scope, goingOn, model: this.model.trim() };
  }
}

/** As run files are called; what goes out again also by when, so that it is not taken for the first. */
function fileName(head: RunHead, again: Date | null): string {
  const first = `${runFileName(head)}-batch`;
  return again ? `${first}-again-${fileTime(again)}` : first;
}
