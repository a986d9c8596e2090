import type { RunResult } from '../../sheet/run-record';
import type { SheetHead } from '../../sheet/sheet';
import type * as SheetFileTools from './sheet-file';
import type { SheetFileProblem, SheetFileWarning } from './sheet-file-format';
import type { OpenedSheetFile, OpenInWorker } from './open-sheet-file';
import type { SheetChanges } from '../../sheet/sheet-changes';
import type { RunLocks } from '../../sheet/run/run-locks';
import { StorageFailure, type SheetStore, troubleOf, type Trouble } from '../../sheet/sheet-store';
import { runFileName, sheetTitle } from '../../sheet/run-names';
import { saveFile } from '../../kit/save-file';
import { yieldEvery } from '../../kit/sliced-work';

export type { SheetFileProblem, SheetFileWarning };

/** A file that was opened: as a sheet of its own, or by adding its runs to one that was here. */
export type OpenedSheet = Extract<OpenedSheetFile, { ok: true }>;

export type SheetFileState =
  | { kind: 'idle' }
  /** `share` is how much is done, from 0 to 1. */
  | { kind: 'writing'; title: string; share: number }
  | { kind: 'reading'; name: string; share: number }
  | { kind: 'cancelled'; what: 'writing' | 'reading' }
  /** `unreadable`: how many results are not in the file, since they cannot be read as they are stored. */
  | { kind: 'written'; name: string; unreadable: number }
  | { kind: 'opened'; name: string; title: string; opened: OpenedSheet }
  /** The file itself is no sound sheet file, or none of this rubric. */
  | { kind: 'refused'; name: string; problem: SheetFileProblem }
  | { kind: 'too-many' }
  | { kind: 'not-written'; title: string; because: 'secret' | Trouble }
  | { kind: 'not-read'; name: string; because: 'file' | Trouble };

export interface SheetFilesTools {
  load: () => Promise<typeof SheetFileTools>;
  /** Opens files beside the page. Used where the store is durable, so that a worker can reach it. */
  loadWorker: () => Promise<OpenInWorker>;
  store: SheetStore;
  locks: Pick<RunLocks, 'claim'>;
  changes: Pick<SheetChanges, 'tell'>;
  newId: () => string;
  now: () => Date;
  build: string;
  /** Results of a run that the storage would not take. */
  unwritten: (run: string) => readonly RunResult[];
}

/** How long writing, or reading without a worker, may hold the main thread before the page gets a turn. */
const sliceMilliseconds = 8;

/** Writes a sheet to a file and opens one, one at a time. */
export class SheetFiles {
  readonly #tools: SheetFilesTools;
  #state = $state.raw<SheetFileState>({ kind: 'idle' });
  #stop = new AbortController();

  constructor(tools: SheetFilesTools) {
    this.#tools = tools;
  }

  get state(): SheetFileState {
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

  /** `run`: only this one of the sheet's runs. */
  async export(sheetId: string, { run }: { run?: string } = {}): Promise<void> {
    if (this.busy) return;
    const { signal } = (this.#stop = new AbortController());
    let title = '';
    this.#state = { kind: 'writing', title, share: 0 };
    try {
      const { store, build, now, unwritten } = this.#tools;
      const head = await this.#head(sheetId);
      title = sheetTitle(head);
      const onProgress = (share: number) => (this.#state = { kind: 'writing', title, share });
      onProgress(0);
      const { sheetFileBlob } = await this.#tools.load();
      signal.throwIfAborted();
      const { blob, unreadable } = await sheetFileBlob(store, sheetId, {
        ...(run !== undefined && { run }),
        unwritten,
        build,
        now,
        signal,
        onProgress,
        maybeYield: yieldEvery(sliceMilliseconds),
      });
      signal.throwIfAborted();
      const name = `${runFileName({ ...head, title })}.assay-sheet.jsonl.gz`;
      saveFile(blob, name);
      this.#state = { kind: 'written', name, unreadable };
    } catch (error) {
      if (signal.aborted) this.#state = { kind: 'cancelled', what: 'writing' };
      else
        this.#state = { kind: 'not-written', title, because: isSecret(error) ? 'secret' : troubleOf(error) };
    }
  }

  /** Gives what was opened. `addTo`: the sheet that gets the file's runs; without it the file becomes a new sheet. */
  async open(files: readonly File[], { addTo }: { addTo?: string } = {}): Promise<OpenedSheet | null> {
    const [file, ...more] = files;
    if (!file || this.busy) return null;
    if (more.length > 0) {
      this.#state = { kind: 'too-many' };
      return null;
    }
    const { name } = file;
    const { signal } = (this.#stop = new AbortController());
    const onProgress = (share: number) => (this.#state = { kind: 'reading', name, share });
    onProgress(0);
    try {
      const opened = await this.#read(file, { ...(addTo !== undefined && { addTo }), signal, onProgress });
      if (!opened.ok) {
        this.#state = { kind: 'refused', name, problem: opened.problem };
        return null;
      }
      this.#state = { kind: 'opened', name, title: sheetTitle(opened.sheet), opened };
      this.#tools.changes.tell({ sheet: opened.sheet.id });
      return opened;
    } catch (error) {
      if (signal.aborted) this.#state = { kind: 'cancelled', what: 'reading' };
      else {
        const because = error instanceof DOMException ? 'file' : troubleOf(error);
        this.#state = { kind: 'not-read', name, because };
      }
      return null;
    }
  }

  async #read(file: File, hooks: Parameters<OpenInWorker>[1]): Promise<OpenedSheetFile> {
    const { store, locks, newId, now, load, loadWorker } = this.#tools;
    const { signal } = hooks;
    if (store.durable) {
      const openInWorker = await loadWorker();
      signal.throwIfAborted();
      const opened = await openInWorker(file, hooks);
      if (opened) return opened;
    }
    const { openSheetFile } = await load();
    signal.throwIfAborted();
    return openSheetFile(store, file.stream(), {
      ...hooks,
      newId,
      now,
      locks,
      maybeYield: yieldEvery(sliceMilliseconds),
      onProgress: (bytes) => hooks.onProgress(Math.min(1, bytes / Math.max(1, file.size))),
    });
  }

  async #head(id: string): Promise<SheetHead> {
    const head = await this.#tools.store.sheet(id);
    if (head) return head;
    throw new StorageFailure('missing', `Expected the sheet ${id}, got nothing.`);
  }
}

function isSecret(error: unknown): boolean {
  return error instanceof Error && error.name === 'SecretInSheet';
}
