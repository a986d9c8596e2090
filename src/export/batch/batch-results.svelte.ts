import { errorMessage } from '../../kit/error-message';
import { yieldEvery } from '../../kit/sliced-work.browser';
import type { RunHead } from '../../sheet/run-record';
import { FileWork } from '../file-work.svelte';
import { sliceMilliseconds, type BatchTools } from './batch-plan';
import { inspectBatchFile, readBatchResults, type BatchOutcome, type FileContent } from './read-batch-files';

export type RunOutcome =
  | ({ kind: 'filled' } & BatchOutcome)
  /** It is being judged, here or in another tab: nothing was read into it. */
  | { kind: 'busy'; head: RunHead }
  /** Its files could not be read to their end. `head` is as it is stored now: what was stored before stays. */
  | { kind: 'failed'; head: RunHead; message: string };

type BatchResultsState =
  | { kind: 'reading'; share: number; lines: number }
  | { kind: 'done'; runs: readonly RunOutcome[] }
  /** No file names a run that is stored here. `foreign`: some hold results all the same. `unread`: those that hold nothing known. */
  | { kind: 'no-run'; foreign: boolean; questions: readonly string[]; unread: readonly string[] }
  | { kind: 'failed'; message: string };

interface SortedFiles {
  found: { head: RunHead; files: File[] }[];
  strays: { file: File; holds: FileContent }[];
}

/** How often others hear of new results: each time they read them, and draw the table anew. */
const notifyMilliseconds = 3_000;

export class BatchResults extends FileWork<BatchResultsState> {
  readonly #tools: BatchTools;

  constructor(tools: BatchTools) {
    super();
    this.#tools = tools;
  }

  async read(files: readonly File[], runId: string | null): Promise<void> {
    if (files.length === 0 || this.busy) return;
    const signal = this.begin({ kind: 'reading', share: 0, lines: 0 });
    try {
      const { found, strays } = await this.#sort(files, runId);
      const runs: RunOutcome[] = [];
      for (const { head, files: own } of found) {
        const outcome = signal.aborted ? null : await this.#readInto(head, own, signal);
        if (outcome) runs.push(outcome);
      }
      if (runs.length > 0) this.state = { kind: 'done', runs };
      else this.state = signal.aborted ? { kind: 'idle' } : noRun(strays);
    } catch (error) {
      this.state = { kind: 'failed', message: errorMessage(error) };
    }
  }

  /** Files that name no run go with the first, whose report says what is wrong with them. */
  async #sort(files: readonly File[], runId: string | null): Promise<SortedFiles> {
    const { store } = this.#tools;
    if (runId !== null) {
      const head = await store.run(runId);
      return { found: head?.removed === null ? [{ head, files: [...files] }] : [], strays: [] };
    }
    const { sheets, runs } = await store.list();
    const kept = new Set(sheets.filter(({ removed }) => removed === null).map(({ id }) => id));
    const present = runs.filter(({ removed, sheet }) => removed === null && kept.has(sheet));
    const sorted: SortedFiles = { found: [], strays: [] };
    for (const file of files) {
      const { head, holds } = await inspectBatchFile(file, present);
      const known = sorted.found.find((one) => one.head.id === head?.id);
      if (known) known.files.push(file);
      else if (head) sorted.found.push({ head, files: [file] });
      else sorted.strays.push({ file, holds });
    }
    sorted.found[0]?.files.push(...sorted.strays.map(({ file }) => file));
    return sorted;
  }

  /** Null where it was stopped before the first line. */
  async #readInto(head: RunHead, files: readonly File[], signal: AbortSignal): Promise<RunOutcome | null> {
    const { store, rubrics, world, locks, changes } = this.#tools;
    const lock = await locks.claim(head.id);
    if (!lock) return { kind: 'busy', head };
    let notified = performance.now();
    try {
      const outcome = await readBatchResults(head.id, files, {
        store,
        world,
        signal,
        ready: async ({ rubric }) => rubrics.ready(await rubrics.version(rubric.hash)),
        maybeYield: yieldEvery(sliceMilliseconds),
        onProgress: (share, lines) => {
          this.state = { kind: 'reading', share, lines };
        },
        onStored: (upTo) => {
          if (performance.now() - notified < notifyMilliseconds) return;
          notified = performance.now();
          changes.notify({ sheet: head.sheet, run: head.id, upTo });
        },
      });
      return { kind: 'filled', ...outcome };
    } catch (error) {
      // What breaks after the order to stop is no stopping.
      if (signal.aborted && error === signal.reason) return null;
      const stored = await store.run(head.id).catch(() => null);
      return { kind: 'failed', head: stored ?? head, message: errorMessage(error) };
    } finally {
      await lock.release();
      changes.notify({ sheet: head.sheet, run: head.id });
    }
  }
}

function noRun(strays: SortedFiles['strays']): Extract<BatchResultsState, { kind: 'no-run' }> {
  const names = (wanted: FileContent) =>
    strays.filter(({ holds }) => holds === wanted).map(({ file }) => file.name);
  const [questions, unread] = [names('questions'), names('neither')];
  // A run that was chosen and is gone has no strays.
  const foreign = questions.length + unread.length === 0 || names('results').length > 0;
  return { kind: 'no-run', foreign, questions, unread };
}
