import { errorMessage } from '../../kit/error-message';
import { saveFile } from '../../kit/save-file.browser';
import { yieldEvery, yieldToPage } from '../../kit/sliced-work.browser';
import { caseName, fileTime, runFileName } from '../../sheet/run-names';
import type { Cell, RunHead, RunResult } from '../../sheet/run-record';
import { rubricToStore } from '../../sheet/run/new-run';
import type { RunLock } from '../../sheet/run/run-locks';
import { FileWork } from '../file-work.svelte';
import { batchForms, BatchFileSet, type BatchEngine, type BatchFile } from './batch-files';
import {
  groupLength,
  planBatch,
  resumableRun,
  scopesOf,
  sliceMilliseconds,
  type BatchPlan,
  type BatchScope,
  type BatchSheet,
  type BatchTools,
  type BatchOptions,
} from './batch-plan';
import { batchPieces, estimateBatch, type BatchEstimate } from './batch-questions';

export type BatchExportState =
  | { kind: 'writing'; done: number; total: number }
  | { kind: 'cancelled' }
  | { kind: 'done'; head: RunHead; files: readonly BatchFile[]; settled: number; engine: BatchEngine }
  | { kind: 'refused'; because: 'no-model' | 'busy' | 'gone' }
  | { kind: 'too-large'; name: string }
  | { kind: 'failed'; message: string };

export class BatchExport extends FileWork<BatchExportState> {
  readonly #tools: BatchTools;
  engine = $state<BatchEngine>('openai');
  #model = $state('');
  #scope = $state<BatchScope | null>(null);
  readonly scopes = $derived.by(() => scopesOf(this.#tools.source()));

  constructor(tools: BatchTools) {
    super();
    this.#tools = tools;
  }

  get model(): string {
    return this.resumed?.judge.model ?? this.#model;
  }
  set model(name: string) {
    this.#model = name;
  }
  get scope(): BatchScope | null {
    const { scopes } = this;
    return (scopes.find(({ scope }) => scope === this.#scope) ?? scopes[0])?.scope ?? null;
  }
  set scope(scope: BatchScope | null) {
    this.#scope = scope;
  }
  /** The stored run whose rest is to be exported: its judge and settings are fixed. */
  get resumed(): RunHead | null {
    return this.scope === 'rest' || this.scope === 'rest-and-failed'
      ? (resumableRun(this.#tools.source().sheet)?.head ?? null)
      : null;
  }

  async estimate(): Promise<BatchEstimate | null> {
    // All of it before the first await, so that a view that shows the estimate reacts to every change.
    const wish = this.#wish();
    const work = wish.scope === null ? null : await planBatch(wish, this.#tools);
    return work && estimateBatch(work.run, work.asked);
  }

  async write(): Promise<void> {
    const wish = this.#wish();
    const { resumed, model } = wish;
    if (this.busy || wish.scope === null) return;
    if (model === '') {
      this.state = { kind: 'refused', because: 'no-model' };
      return;
    }
    const signal = this.begin({ kind: 'writing', done: 0, total: 0 });
    let lock: RunLock | null = null;
    try {
      lock = resumed && (await this.#tools.locks.claim(resumed.id));
      if (resumed && !lock) {
        this.state = { kind: 'refused', because: 'busy' };
        return;
      }
      const work = await planBatch(wish, this.#tools);
      this.state = work
        ? await this.#writeFiles(work, wish.sheet, signal)
        : { kind: 'refused', because: 'gone' };
    } catch (error) {
      this.state = signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', message: errorMessage(error) };
    } finally {
      await lock?.release();
    }
  }

  async #writeFiles(work: BatchPlan, sheet: BatchSheet, signal: AbortSignal): Promise<BatchExportState> {
    const { run, asked, cells, fresh } = work;
    const { engine, world } = run;
    const set = new BatchFileSet(batchForms[engine]);
    const ordered: Cell[] = [];
    const settled: RunResult[] = [];
    const maybeYield = yieldEvery(sliceMilliseconds);
    let done = 0;
    for (const piece of batchPieces(run, asked)) {
      if (piece.kind === 'request') {
        ordered.push(piece.cell);
        if (!set.add(piece.text))
          return { kind: 'too-large', name: caseName(run.caseAt(piece.cell.caseKey).case) };
      }
      // What needs no model is stored once.
      else if (cells.standingOf(piece.result) === 'empty') {
        ordered.push(piece.result);
        settled.push(piece.result);
      }
      done += 1;
      const pause = maybeYield();
      if (!pause) continue;
      this.state = { kind: 'writing', done, total: asked.length };
      await pause;
      signal.throwIfAborted();
    }
    cells.order(ordered);
    for (const result of settled) cells.record(result);
    const head = cells.head(world.now());
    // Only once the files are whole: a run must not wait for results of questions that are in no file.
    await this.#store(work, sheet, head, settled);
    // What goes out again says when, so that it is not taken for the first.
    const again = fresh ? '' : `-again-${fileTime(world.now())}`;
    const files = set.finish(`${runFileName(head)}-batch${again}`);
    for (const file of files) {
      await yieldToPage();
      saveFile(file.blob, file.name);
    }
    await yieldToPage();
    if (fresh) await sheet.begun(head);
    return { kind: 'done', head, files, settled: settled.length, engine };
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
    changes.notify({ sheet: sheet.id, run: head.id, upTo });
  }

  #wish(): BatchOptions {
    const { engine, scope, resumed } = this;
    return { ...this.#tools.source(), engine, scope, resumed, model: this.model.trim() };
  }
}
