import { errorMessage } from '../../kit/error-message';
import type { RunHead } from '../../sheet/run-record';
import type { BatchReport } from './batch-import';
import { lookInto, readBatchResults, type BatchOutcome, type BatchReadHooks, type Stray } from './batch-read';
import { caseName } from '../../sheet/cases/case-name';
import { groupLength, sliceMilliseconds, type BatchTools } from './batch-plan';
import { yieldEvery } from '../../kit/sliced-work';

/** What became of the files of one run. `stopped`: before the last line. What was read until then is stored. */
export interface FilledRun {
  head: RunHead;
  report: BatchReport;
  /** By case key. */
  nameAt: (caseKey: number) => string;
  stopped: boolean;
}

/** A run whose files could not be read to their end, after others were. */
export interface BrokenRun {
  head: RunHead;
  message: string;
}

export type BatchResultsState =
  | { kind: 'idle' }
  /** `head` is null until it is known whose results they are. `share` is how much is read, from 0 to 1. */
  | { kind: 'reading'; head: RunHead | null; share: number; lines: number }
  /** `others`: further runs that some of the files belong to. `taken`: those that are being judged, into which nothing was read. `broken`: the run at which the reading ended. */
  | ({
      kind: 'done';
      others: readonly FilledRun[];
      taken: readonly RunHead[];
      broken: BrokenRun | null;
    } & FilledRun)
  /**
   * No file names a run that is stored here. `foreign`: some hold results all the same. `questions`: those that hold questions.
   * `unread`: those that hold neither.
   */
  | { kind: 'no-run'; foreign: boolean; questions: readonly string[]; unread: readonly string[] }
  | { kind: 'busy'; head: RunHead }
  /** `head` is the run as it is stored now, where it is known: what was stored before stays. */
  | { kind: 'failed'; message: string; head: RunHead | null }
  /** Told to stop, whoever read the files said nothing more and was ended. */
  | { kind: 'silent'; head: RunHead };

/** How often others are told of new results: each time they read them, and draw the table anew. */
const tellMilliseconds = 3_000;

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
    let head: RunHead | null = null;
    const filled: FilledRun[] = [];
    const taken: RunHead[] = [];
    try {
      const { found: runs, strays } = await this.#runsFor(files, runId);
      for (const { head: found, files: own } of runs) {
        // What was read before a stop stands in the report of its run.
        if (filled.length > 0 && signal.aborted) break;
        head = found;
        const lock = await this.#tools.locks.claim(head.id);
        if (!lock) {
          taken.push(head);
          continue;
        }
        try {
          const outcome = await this.#readInto(head, own, signal);
          if (outcome === 'silent') {
            this.#state = { kind: 'silent', head: (await this.#asStored(head)) ?? head };
            return;
          }
          filled.push(outcome);
        } finally {
          await lock.release();
          this.#tools.changes.tell({ sheet: head.sheet, run: head.id });
        }
      }
      const [first, ...others] = filled;
      const [busy] = taken;
      if (first) this.#state = { kind: 'done', ...first, others, taken, broken: null };
      else this.#state = busy ? { kind: 'busy', head: busy } : noRun(strays);
    } catch (error) {
      // What breaks after the order to stop is no stopping.
      const stopped = signal.aborted && error === signal.reason;
      const message = errorMessage(error);
      const stored = await this.#asStored(head);
      const [first, ...others] = filled;
      if (first) {
        const broken = stopped || !stored ? null : { head: stored, message };
        this.#state = { kind: 'done', ...first, others, taken, broken };
      } else this.#state = stopped ? { kind: 'idle' } : { kind: 'failed', message, head: stored };
    }
  }

  /** Each run with its files. Files that name none go with the first, whose report says what is wrong with them. */
  async #runsFor(
    files: readonly File[],
    runId: string | null,
  ): Promise<{ found: { head: RunHead; files: File[] }[]; strays: readonly Stray[] }> {
    const { store } = this.#tools;
    if (runId !== null) {
      const head = await store.run(runId);
      return { found: head?.removed === null ? [{ head, files: [...files] }] : [], strays: [] };
    }
    const { sheets, runs } = await store.list();
    const kept = new Set(sheets.filter(({ removed }) => removed === null).map(({ id }) => id));
    const present = runs.filter(({ removed, sheet }) => removed === null && kept.has(sheet));
    const found: { head: RunHead; files: File[] }[] = [];
    const strays: Stray[] = [];
    for (const file of files) {
      const { head, holds } = await lookInto(file, present);
      const known = found.find((one) => one.head.id === head?.id);
      if (known) known.files.push(file);
      else if (head) found.push({ head, files: [file] });
      else strays.push({ file, holds });
    }
    found[0]?.files.push(...strays.map(({ file }) => file));
    return { found, strays };
  }

  async #readInto(head: RunHead, files: readonly File[], signal: AbortSignal): Promise<FilledRun | 'silent'> {
    const { store, loadReader, changes } = this.#tools;
    let told = performance.now();
    const hooks: BatchReadHooks = {
      signal,
      onProgress: (share, lines) => {
        this.#state = { kind: 'reading', head, share, lines };
      },
      onStored: (upTo) => {
        if (performance.now() - told < tellMilliseconds) return;
        told = performance.now();
        changes.tell({ sheet: head.sheet, run: head.id, upTo });
      },
    };
    const away = store.durable ? await (await loadReader())(head.id, files, hooks) : null;
    if (away === 'silent') return away;
    const outcome = away ?? (await this.#readHere(head.id, files, hooks));
    const { names, ...rest } = outcome;
    return { ...rest, nameAt: (caseKey) => caseName(names.get(caseKey)) };
  }

  /** Null where nobody can tell. */
  async #asStored(head: RunHead | null): Promise<RunHead | null> {
    return head && (await this.#tools.store.run(head.id).catch(() => null));
  }

  /** In slices between which the page gets its turn. */
  #readHere(id: string, files: readonly File[], hooks: BatchReadHooks): Promise<BatchOutcome> {
    const { store, rubrics, world } = this.#tools;
    const ready = async ({ rubric }: RunHead) => rubrics.ready(await rubrics.version(rubric.hash));
    const maybeYield = yieldEvery(sliceMilliseconds);
    return readBatchResults(id, files, { store, ready, world, maybeYield, groupLength }, hooks);
  }
}

function noRun(strays: readonly Stray[]): BatchResultsState {
  const names = (wanted: Stray['holds']) =>
    strays.filter(({ holds }) => holds === wanted).map(({ file }) => file.name);
  const [questions, unread] = [names('questions'), names('neither')];
  // A run that was chosen and is gone has no strays.
  const foreign = questions.length + unread.length === 0 || names('results').length > 0;
  return { kind: 'no-run', foreign, questions, unread };
}
