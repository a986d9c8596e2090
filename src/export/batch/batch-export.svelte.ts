import { errorMessage } from '../../kit/error-message';
import { batchForms, BatchFileSet, type BatchEngine, type BatchFile, type BatchForm } from './batch-files';
import type { Cell, RunHead, RunResult } from '../../sheet/run-record';
import { batchPieces, estimateBatch, type BatchEstimate } from './batch-questions';
import { rubricToStore } from '../../sheet/run/new-run';
import type { RunLock } from '../../sheet/run/run-locks';
import {
  groupLength,
  planBatch,
  runToGoOn,
  scopesOf,
  sliceMilliseconds,
  type BatchPlan,
  type BatchScope,
  type BatchSheet,
  type BatchTools,
  type BatchWish,
} from './batch-plan';
import { caseName } from '../../sheet/cases/case-name';
import { fileTime, runFileName } from '../../sheet/run-names';
import { saveFile } from '../../kit/save-file';
import { SlicedWork, yieldToPage } from '../../kit/sliced-work';

export type BatchExportState =
  | { kind: 'idle' }
  | { kind: 'writing'; done: number; total: number }
  | { kind: 'cancelled' }
  /** `settled`: cells that needed no model. `tooLarge`: those that no file may hold, and that are in none; `mostBytes`: what one holds. */
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
export interface TooLarge extends Cell {
  /** The place of its case in the sheet, from 0. */
  row: number;
  name: string;
  bytes: number;
}

/** Writes questions about the open sheet to batch files, and stores the run that waits for their results. */
export class BatchExport {
  readonly #tools: BatchTools;
  readonly #estimating = new SlicedWork();
  engine = $state<BatchEngine>('openai');
  #model = $state('');
  #scope = $state<BatchScope | null>(null);
  readonly scopes = $derived.by(() => scopesOf(this.#tools.source()));
  #state = $state.raw<BatchExportState>({ kind: 'idle' });
  #stop = new AbortController();
  /** Of estimates: the last counts. */
  #turn = 0;

  constructor(tools: BatchTools) {
    this.#tools = tools;
  }

  get state(): BatchExportState {
    return this.#state;
  }
  get busy(): boolean {
    return this.#state.kind === 'writing';
  }
  get model(): string {
    return this.goingOn?.judge.model ?? this.#model;
  }
  set model(name: string) {
    this.#model = name;
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
      ? (runToGoOn(this.#tools.source().sheet)?.head ?? null)
      : null;
  }

  /** What a file for the chosen engine may hold. */
  get limits(): Pick<BatchForm, 'mostRequests' | 'mostBytes'> {
    return batchForms[this.engine];
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
    // All of it before the first await, so that a view that shows the estimate reacts to every change.
    const wish = this.#wish();
    if (wish.scope === null) return null;
    const turn = (this.#turn += 1);
    const work = await planBatch(wish, this.#tools);
    // What was asked before may get ready later, and must not take the place of what is asked now.
    if (!work || turn !== this.#turn) return null;
    return this.#estimating.run(estimateBatch(work.run, work.asked));
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
    const claimed: { lock: RunLock | null } = { lock: null };
    try {
      if (goingOn) {
        claimed.lock = await this.#tools.locks.claim(goingOn.id);
        if (!claimed.lock) {
          this.#state = { kind: 'refused', because: 'busy' };
          return;
        }
      }
      const work = await planBatch(wish, this.#tools);
      if (!work) this.#state = { kind: 'refused', because: 'gone' };
      else await this.#writeFiles(work, wish.sheet, signal);
    } catch (error) {
      this.#state = signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', message: errorMessage(error) };
    } finally {
      await claimed.lock?.release();
    }
  }

  async #writeFiles(work: BatchPlan, sheet: BatchSheet, signal: AbortSignal): Promise<void> {
    const { run, asked, cells, fresh } = work;
    const { engine, world } = run;
    const form = batchForms[engine];
    const files = new BatchFileSet(form);
    const ordered: Cell[] = [];
    const settled: RunResult[] = [];
    const tooLarge: TooLarge[] = [];
    let sliceEnds = performance.now() + sliceMilliseconds;
    let done = 0;
    for (const piece of batchPieces(run, asked)) {
      if (piece.kind === 'request') {
        const { cell } = piece;
        ordered.push(cell);
        const bytes = files.add(piece.text);
        if (bytes !== null) {
          const row = sheet.cases.rows.findIndex(({ key }) => key === cell.caseKey);
          tooLarge.push({ ...cell, row, bytes, name: caseName(run.caseAt(cell.caseKey).case) });
        }
      }
      // What needs no model is told once.
      else if (cells.standingOf(piece.result) === 'empty') {
        ordered.push(piece.result);
        settled.push(piece.result);
      }
      done += 1;
      if (performance.now() < sliceEnds) continue;
      this.#state = { kind: 'writing', done, total: asked.length };
      await yieldToPage();
      signal.throwIfAborted();
      sliceEnds = performance.now() + sliceMilliseconds;
    }
    cells.order(ordered);
    for (const result of settled) cells.record(result);
    const head = cells.head(world.now());
    // Only once the files are whole: a run must not wait for results of questions that nobody has.
    await this.#store(work, sheet, head, settled);
    const finished = files.finish(fileName(head, fresh ? null : world.now()));
    for (const file of finished) {
      await yieldToPage();
      this.save(file);
    }
    await yieldToPage();
    if (fresh) await sheet.begun(head);
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

  async #store(
    { fresh, run }: BatchPlan,
    sheet: BatchSheet,
    head: RunHead,
    settled: readonly RunResult[],
  ): Promise<void> {
    const { store, changes } = this.#tools;
    // Also what was typed last: results of a batch are of the text that was asked.
    await sheet.stored();
    if (fresh) await store.createRun(run.head, rubricToStore(fresh));
    for (let from = 0; from < settled.length; from += groupLength) {
      await store.append(head.id, settled.slice(from, from + groupLength));
      await yieldToPage();
    }
    const upTo = await store.append(head.id, [], head);
    changes.tell({ sheet: sheet.id, run: head.id, upTo });
  }

  #wish(): BatchWish {
    const { engine, scope, goingOn } = this;
    return { ...this.#tools.source(), engine, scope, goingOn, model: this.model.trim() };
  }
}

/** As the other files of a run are called; what goes out again also by when, so that it is not taken for the first. */
function fileName(head: RunHead, again: Date | null): string {
  const first = `${runFileName(head)}-batch`;
  return again ? `${first}-again-${fileTime(again)}` : first;
}
