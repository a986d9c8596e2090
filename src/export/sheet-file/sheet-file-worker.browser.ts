import { sleep } from '../../kit/clock/clock.browser';
import { startWorker } from '../../privacy/start-worker.browser';
import { callWorker, WorkerFailure } from '../../privacy/worker-call';
import type { StorageFault } from '../../sheet/run-record';
import { StorageFailure } from '../../sheet/sheet-store';
import type { OpenedSheetFile, OpenInWorker } from './open-sheet-file';
import workerAddress from './sheet-file.worker?worker&url';

export interface SheetFileOrder {
  file: File;
  addTo: string | null;
}
/** A failure of the storage crosses as a value, since an error loses its kind. */
export type SheetFileResult = { opened: OpenedSheetFile } | { storage: StorageFault; message: string };

/** A worker that is told to stop takes back what it wrote. What one leaves that is ended is marked as removed. */
const graceMilliseconds = 10_000;

export const openInWorker: OpenInWorker = async (file, { addTo, signal, onProgress }) => {
  try {
    const result = await callWorker<SheetFileOrder, number, SheetFileResult>(
      () => startWorker(workerAddress),
      { file, addTo: addTo ?? null },
      { signal, onProgress, grace: { milliseconds: graceMilliseconds, sleep } },
    );
    if ('opened' in result) return result.opened;
    throw new StorageFailure(result.storage, result.message);
  } catch (error) {
    if (error instanceof WorkerFailure && error.reason === 'not-started') return null;
    throw error;
  }
};
