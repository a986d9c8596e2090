import { StorageFailure } from '../sheet/sheet-store';
import type { StorageFault } from '../core/model/run';
import type { OpenedSheetFile } from './sheet-file-open';

export type SheetFileOrder = { kind: 'open'; file: File; addTo: string | null } | { kind: 'cancel' };
export type SheetFileNews =
  | { kind: 'started' }
  | { kind: 'progress'; share: number }
  | { kind: 'done'; opened: OpenedSheetFile }
  /** `because`: a failure of the storage, a file that the disk no longer gives, or an order to stop. */
  | { kind: 'failed'; because: StorageFault | 'file' | 'cancelled' | null; message: string };

/** The part of a Worker that is needed, so that tests can stand in for it. */
export interface SheetFileWorker {
  onmessage: ((event: MessageEvent<SheetFileNews>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  postMessage(order: SheetFileOrder): void;
  terminate(): void;
}

export interface OpenHooks {
  addTo?: string;
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}

/** Opens a sheet file in a worker of its own, which ends with it. Null where it cannot start: then nothing was done. */
export type OpenSheetFileAway = (file: File, hooks: OpenHooks) => Promise<OpenedSheetFile | null>;

/** A worker that is told to stop takes back what it wrote. One that takes longer is ended: what it leaves is marked as removed. */
const patienceMilliseconds = 10_000;

export function sheetFileOpener(
  startWorker: () => SheetFileWorker,
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>,
): OpenSheetFileAway {
  return (file, { addTo, signal, onProgress }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const worker = startWorker();
      let started = false;
      const over = new AbortController();
      const end = () => {
        over.abort();
        worker.onmessage = worker.onerror = worker.onmessageerror = null;
        worker.terminate();
        signal.removeEventListener('abort', cancel);
      };
      const fail = (error: Error) => {
        end();
        reject(signal.aborted && signal.reason instanceof Error ? signal.reason : error);
      };
      const cancel = () => {
        worker.postMessage({ kind: 'cancel' });
        const patience = sleep(patienceMilliseconds, over.signal);
        patience.then(
          () => fail(new Error('The reader of sheet files did not stop and was ended.')),
          () => undefined,
        );
      };
      signal.addEventListener('abort', cancel, { once: true });
      worker.onerror = ({ message }) => {
        if (started) fail(new Error(`The reader of sheet files stopped: ${message || 'it says no more'}.`));
        else {
          end();
          resolve(null);
        }
      };
      worker.onmessageerror = () =>
        fail(new Error('The reader of sheet files sent something that could not be received.'));
      worker.onmessage = ({ data: news }) => {
        switch (news.kind) {
          case 'started':
            started = true;
            break;
          case 'progress':
            onProgress(news.share);
            break;
          case 'done':
            end();
            resolve(news.opened);
            break;
          case 'failed':
            fail(errorOf(news));
            break;
        }
      };
      worker.postMessage({ kind: 'open', file, addTo: addTo ?? null });
    });
}

function errorOf({ because, message }: Extract<SheetFileNews, { kind: 'failed' }>): Error {
  if (because === 'file') return new DOMException(message, 'NotReadableError');
  if (because === 'cancelled' || because === null) return new Error(message);
  return new StorageFailure(because, message);
}
