import type { RunHead } from '../core/model/run';
import type { RunFileProblem } from '../pipeline/run-file-problem';
import type * as RunFileTools from '../pipeline/run-files';
import type { RunMessage } from '../storage/runs/run-channel';
import type { Ownership, RunOwnership } from '../storage/runs/run-ownership';
import type { RunStore } from '../storage/runs/run-store';
import { runFileName } from './file-names';
import { saveFile } from './save-file';
import { breathing, yieldToPage } from './sliced-work';
import { troubleOf, type Trouble } from './storage-trouble';

export type { RunFileProblem };

export type RunFileState =
  | { kind: 'idle' }
  /** `share` is how much is done, from 0 to 1. */
  | { kind: 'writing'; head: RunHead; share: number }
  | { kind: 'reading'; name: string; share: number }
  | { kind: 'cancelled'; what: 'writing' | 'reading' }
  /**
   * `unreadable`: rows, from 0, of results that are not in the file since they cannot be read as they are stored. `unstored`: how
   * many are not, since they are judged and only in this tab.
   */
  | { kind: 'written'; name: string; unreadable: readonly number[]; unstored: number }
  | { kind: 'taken'; head: RunHead; copy: boolean }
  /** The file itself is no sound run file. */
  | { kind: 'refused'; name: string; problem: RunFileProblem }
  | { kind: 'too-many' }
  | { kind: 'not-written'; head: RunHead; because: 'secret' | Trouble }
  | { kind: 'not-read'; name: string; because: 'file' | Trouble };

interface Tools {
  load: () => Promise<typeof RunFileTools>;
  runs: RunStore;
  ownership: RunOwnership;
  newId: () => string;
  now: () => Date;
  copyTitle: (title: string) => string;
  /** How many results of a run are judged and not stored. */
  unstoredOf: (run: string) => number;
  tell: (message: RunMessage) => void;
}

/** How long writing may hold the main thread before the page gets a turn. */
const sliceMilliseconds = 8;

/** Writes a run to a file and takes one in, one at a time. */
export class RunFiles {
  readonly #tools: Tools;
  #state = $state.raw<RunFileState>({ kind: 'idle' });
  #stop = new AbortController();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  get state(): RunFileState {
    return this.#state;
  }
  get busy(): boolean {
    return this.#state.kind === 'writing' || this.#state.kind === 'reading';
  }
  cancel(): void {
    this.#stop.abort();
  }
  dismiss(): void {
    if (!this.busy) this.#state = { kind: 'idle' };
  }

  async write(head: RunHead): Promise<void> {
    if (this.busy) return;
    const { signal } = (this.#stop = new AbortController());
    const lines = 2 + head.cases + head.counts.done;
    const onProgress = (done: number) =>
      (this.#state = { kind: 'writing', head, share: Math.min(1, done / lines) });
    onProgress(0);
    const unstored = this.#tools.unstoredOf(head.id);
    try {
      const { runFileBlob } = await this.#tools.load();
      signal.throwIfAborted();
      const { blob, packed, unreadable } = await runFileBlob(this.#tools.runs, head.id, {
        signal,
        onProgress,
        breathe: breathing(sliceMilliseconds),
      });
      signal.throwIfAborted();
      const name = `${runFileName(head)}.assay-run.jsonl${packed ? '.gz' : ''}`;
      saveFile(blob, name);
      this.#state = { kind: 'written', name, unreadable, unstored };
    } catch (error) {
      if (signal.aborted) this.#state = { kind: 'cancelled', what: 'writing' };
      else
        this.#state = { kind: 'not-written', head, because: isSecret(error) ? 'secret' : troubleOf(error) };
    }
  }

  /** Gives the run that was taken in. */
  async read(files: readonly File[]): Promise<RunHead | null> {
    const [file, ...more] = files;
    if (!file || this.busy) return null;
    if (more.length > 0) {
      this.#state = { kind: 'too-many' };
      return null;
    }
    const { name } = file;
    const { signal } = (this.#stop = new AbortController());
    this.#state = { kind: 'reading', name, share: 0 };
    const claims = new Claims(this.#tools);
    try {
      const { importRun } = await this.#tools.load();
      signal.throwIfAborted();
      const { newId, now, copyTitle, tell } = this.#tools;
      const bytes = file.stream().pipeThrough(this.#counted(file));
      const taken = await importRun(claims.store, bytes, {
        newId,
        now,
        copyTitle,
        signal,
        breathe: yieldToPage,
      });
      if (!taken.ok) {
        this.#state = { kind: 'refused', name, problem: taken.problem };
        return null;
      }
      const { head, copyOf } = taken;
      this.#state = { kind: 'taken', head, copy: copyOf !== null };
      tell({ kind: 'head', run: head.id });
      return head;
    } catch (error) {
      if (signal.aborted) this.#state = { kind: 'cancelled', what: 'reading' };
      else
        this.#state = {
          kind: 'not-read',
          name,
          because: error instanceof DOMException ? 'file' : troubleOf(error),
        };
      return null;
    } finally {
      await claims.release();
    }
  }

  /** Passes the bytes on, and tells how far it is. */
  #counted({ name, size }: File): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
    let read = 0;
    return new TransformStream({
      transform: (chunk, controller) => {
        read += chunk.length;
        if (this.#state.kind === 'reading')
          this.#state = { kind: 'reading', name, share: Math.min(1, read / Math.max(1, size)) };
        controller.enqueue(chunk);
      },
    });
  }
}

/** A run that is being taken in counts as deleted until it is whole. Owned meanwhile, it is not swept away. */
class Claims {
  readonly store: Parameters<typeof RunFileTools.importRun>[0];
  readonly #owned: Ownership[] = [];

  constructor({ runs, ownership }: Pick<Tools, 'runs' | 'ownership'>) {
    this.store = {
      head: (id) => runs.head(id),
      create: async (run) => {
        const owned = await ownership.claim(run.head.id);
        if (owned) this.#owned.push(owned);
        await runs.create(run);
      },
      append: (id, results, head) => runs.append(id, results, head),
      changeHead: (id, change) => runs.changeHead(id, change),
      remove: (id) => runs.remove(id),
    };
  }

  async release(): Promise<void> {
    await Promise.all(this.#owned.map((owned) => owned.release()));
  }
}

function isSecret(error: unknown): boolean {
  return error instanceof Error && error.name === 'SecretInRun';
}
