import { saveFile } from '../../kit/save-file.browser';
import { yieldEvery } from '../../kit/sliced-work.browser';
import { runFileName, sheetTitle } from '../../sheet/run-names';
import type { RunLocks } from '../../sheet/run/run-locks';
import type { SheetChanges } from '../../sheet/sheet-changes';
import { StorageFailure, troubleOf, type SheetStore, type Trouble } from '../../sheet/sheet-store';
import { FileWork } from '../file-work.svelte';
import { openSheetFile, type OpenedSheet } from './open-sheet-file';
import type { SheetFileProblem } from './sheet-file-format';
import { SecretInSheet, sheetFileBlob, type WriteOptions } from './write-sheet-file';

type SheetFileState =
  | { kind: 'writing'; title: string; share: number }
  | { kind: 'reading'; name: string; share: number }
  | { kind: 'cancelled'; what: 'writing' | 'reading' }
  /** `unreadable`: how many results are not in the file, since they cannot be read as they are stored. */
  | { kind: 'written'; name: string; unreadable: number }
  | { kind: 'opened'; name: string; opened: OpenedSheet }
  | { kind: 'refused'; name: string; problem: SheetFileProblem }
  | { kind: 'too-many' }
  | { kind: 'not-written'; title: string; because: 'secret' | Trouble }
  | { kind: 'not-read'; name: string; because: 'file' | Trouble };

export interface SheetFilesTools extends Required<Pick<WriteOptions, 'build' | 'now' | 'unwritten'>> {
  store: SheetStore;
  locks: Pick<RunLocks, 'claim'>;
  changes: Pick<SheetChanges, 'notify'>;
  newId: () => string;
}

const sliceMilliseconds = 8;

export class SheetFiles extends FileWork<SheetFileState> {
  readonly #tools: SheetFilesTools;

  constructor(tools: SheetFilesTools) {
    super();
    this.#tools = tools;
  }

  async export(sheetId: string, { run }: { run?: string } = {}): Promise<void> {
    if (this.busy) return;
    let title = '';
    const signal = this.begin({ kind: 'writing', title, share: 0 });
    try {
      const { store, build, now, unwritten } = this.#tools;
      const head = await store.sheet(sheetId);
      if (!head) throw new StorageFailure('missing', `Expected the sheet ${sheetId}, got nothing.`);
      title = sheetTitle(head);
      const { blob, unreadable } = await sheetFileBlob(store, head, {
        ...(run !== undefined && { run }),
        unwritten,
        build,
        now,
        signal,
        onProgress: (share) => (this.state = { kind: 'writing', title, share }),
        maybeYield: yieldEvery(sliceMilliseconds),
      });
      signal.throwIfAborted();
      const name = `${runFileName({ ...head, title })}.assay-sheet.jsonl.gz`;
      saveFile(blob, name);
      this.state = { kind: 'written', name, unreadable };
    } catch (error) {
      const because = error instanceof SecretInSheet ? 'secret' : troubleOf(error);
      this.state = signal.aborted
        ? { kind: 'cancelled', what: 'writing' }
        : { kind: 'not-written', title, because };
    }
  }

  /** Gives what was opened. `addTo`: the sheet that gets the file's runs; without it the file becomes a new sheet. */
  async open(files: readonly File[], { addTo }: { addTo?: string } = {}): Promise<OpenedSheet | null> {
    const [file, ...more] = files;
    if (!file || this.busy) return null;
    if (more.length > 0) {
      this.state = { kind: 'too-many' };
      return null;
    }
    const { name, size } = file;
    const signal = this.begin({ kind: 'reading', name, share: 0 });
    try {
      const { store, locks, newId, now, changes } = this.#tools;
      const opened = await openSheetFile(store, file.stream(), {
        ...(addTo !== undefined && { addTo }),
        newId,
        now,
        locks,
        signal,
        maybeYield: yieldEvery(sliceMilliseconds),
        onProgress: (bytes) => {
          this.state = { kind: 'reading', name, share: Math.min(1, bytes / Math.max(1, size)) };
        },
      });
      if (!opened.ok) {
        this.state = { kind: 'refused', name, problem: opened.problem };
        return null;
      }
      this.state = { kind: 'opened', name, opened };
      changes.notify({ sheet: opened.sheet.id });
      return opened;
    } catch (error) {
      const because = error instanceof DOMException ? 'file' : troubleOf(error);
      this.state = signal.aborted
        ? { kind: 'cancelled', what: 'reading' }
        : { kind: 'not-read', name, because };
      return null;
    }
  }
}
