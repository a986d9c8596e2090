import type { Case } from '../core/model/case';
import type { RunHead } from '../core/model/run';
import type * as Batch from '../pipeline/batch';
import type { BatchProblem, BatchReport } from '../pipeline/batch-report';
import type { EarlierResult } from '../pipeline/run-ledger';
import { nameOf } from './case-name';
import { groupLength, messageOf, sliceMilliseconds, type BatchTools } from './batch-tools';
import { readRunRubric } from './run-rubric';
import { SlicedWork, yieldToPage } from './sliced-work';

export type { BatchProblem, BatchReport };

export type BatchResultsState =
  | { kind: 'idle' }
  /** `head` is null until it is known whose results they are. `share` is how much is read, from 0 to 1. */
  | { kind: 'reading'; head: RunHead | null; share: number; lines: number }
  /** `stopped`: before the last line. What was read until then is stored. */
  | { kind: 'done'; head: RunHead; report: BatchReport; nameAt: (row: number) => string; stopped: boolean }
  | { kind: 'no-run' }
  | { kind: 'busy'; head: RunHead }
  | { kind: 'failed'; message: string };

type Importing = InstanceType<typeof Batch.BatchImport>;

/** How often others are told of new results: each time they read them, and draw the table anew. */
const tellMilliseconds = 3_000;
/** A file whose first lines are all damaged is most likely no result file. */
const mostLooked = 200;

/** Takes result files of a batch into the run that they belong to. */
export class BatchResults {
  readonly #tools: BatchTools;
  #state = $state.raw<BatchResultsState>({ kind: 'idle' });
  #stop = new AbortController();

  constructor(tools: BatchTools) {
    this.#tools = tools;
  }

  get state(): BatchResultsState {
    return this.#state;
  }
  get busy(): boolean {
    return this.#state.kind === 'reading';
  }
  cancel(): void {
    this.#stop.abort();
  }
  dismiss(): void {
    if (!this.busy) this.#state = { kind: 'idle' };
  }

  /** Without a run, into the one that their ids name. */
  async read(files: readonly File[], runId: string | null): Promise<void> {
    if (files.length === 0 || this.busy) return;
    const { signal } = (this.#stop = new AbortController());
    this.#state = { kind: 'reading', head: null, share: 0, lines: 0 };
    try {
      const batch = await this.#tools.load();
      const head = await this.#runFor(batch, files, runId);
      if (!head) {
        this.#state = { kind: 'no-run' };
        return;
      }
      const owned = await this.#tools.ownership.claim(head.id);
      if (!owned) {
        this.#state = { kind: 'busy', head };
        return;
      }
      try {
        await this.#readInto(batch, head.id, files, signal);
      } finally {
        await owned.release();
        this.#tools.tell({ kind: 'head', run: head.id });
      }
    } catch (error) {
      this.#state = signal.aborted ? { kind: 'idle' } : { kind: 'failed', message: messageOf(error) };
    }
  }

  async #runFor(batch: typeof Batch, files: readonly File[], runId: string | null): Promise<RunHead | null> {
    const { runs } = this.#tools;
    if (runId !== null) {
      const head = await runs.head(runId);
      return head?.removed === null ? head : null;
    }
    const { heads } = await runs.heads();
    const present = heads.filter(({ removed }) => removed === null);
    for (const file of files) {
      let looked = 0;
      for await (const { text } of batch.batchFileLines(file.stream())) {
        const head = text === null ? null : batch.findRunOf(text, present);
        if (head) return head;
        looked += 1;
        if (looked === mostLooked) break;
      }
    }
    return null;
  }

  async #readInto(
    batch: typeof Batch,
    id: string,
    files: readonly File[],
    signal: AbortSignal,
  ): Promise<void> {
    const { importing, head, cases } = await this.#begin(batch, id, signal);
    const total = files.reduce((sum, { size }) => sum + size, 0);
    let read = 0;
    let lines = 0;
    let told = performance.now();
    let sliceEnds = 0;
    const store = async () => {
      // Packing results is work of its own, and has a turn of its own.
      await yieldToPage();
      await this.#tools.runs.append(id, importing.collected(), importing.head());
      if (performance.now() - told < tellMilliseconds) return;
      told = performance.now();
      this.#tools.tell({ kind: 'head', run: id });
    };
    try {
      for (const file of files) {
        for await (const { text, line, bytes } of batch.batchFileLines(file.stream())) {
          const at = { file: file.name, line };
          if (text === null) importing.takeDamaged(at, 'not-text');
          else importing.take(text, at);
          read += bytes;
          lines += 1;
          if (importing.waiting >= groupLength) await store();
          if (performance.now() < sliceEnds) continue;
          this.#state = { kind: 'reading', head, share: Math.min(1, read / Math.max(1, total)), lines };
          await yieldToPage();
          signal.throwIfAborted();
          sliceEnds = performance.now() + sliceMilliseconds;
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      // Whatever came to an end here, what was read counts.
      await store();
    }
    this.#state = {
      kind: 'done',
      head: importing.head(),
      report: importing.report(),
      nameAt: (row) => nameOf(cases[row]),
      stopped: signal.aborted,
    };
  }

  async #begin(
    batch: typeof Batch,
    id: string,
    signal: AbortSignal,
  ): Promise<{ importing: Importing; head: RunHead; cases: readonly Case[] }> {
    const { runs, loadEngine, shelf, wire, world } = this.#tools;
    const head = await runs.head(id);
    if (!head) throw new Error('This run is no longer stored.');
    const rubric = await readRunRubric(runs, id);
    const [engine, findFacts, openai, anthropic] = await Promise.all([
      loadEngine(),
      shelf.factsOf(rubric.id),
      wire('openai'),
      wire('anthropic'),
    ]);
    const cases: Case[] = [];
    for await (const piece of runs.cases(id)) {
      for (const stored of piece) cases.push(stored.case);
      await yieldToPage();
      signal.throwIfAborted();
    }
    const earlier: EarlierResult[] = [];
    for await (const piece of runs.entries(id)) {
      for (const { row, sample, digest } of piece) earlier.push({ row, sample, digest });
      await yieldToPage();
      signal.throwIfAborted();
    }
    const importing = new batch.BatchImport({
      head,
      ready: engine.prepareRubric(rubric, findFacts),
      caseAt: (row) => {
        const found = cases[row];
        if (!found) throw new Error(`Expected a case in row ${row} of ${cases.length}.`);
        return found;
      },
      world,
      wires: { openai, anthropic },
      earlier,
    });
    await new SlicedWork().run(importing.prepare());
    signal.throwIfAborted();
    return { importing, head, cases };
  }
}
