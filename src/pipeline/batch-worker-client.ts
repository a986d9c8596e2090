import type { BatchOutcome, BatchReadHooks } from './batch-read';

export type BatchOrder = { kind: 'read'; run: string; files: readonly File[] } | { kind: 'cancel' };
export type BatchNews =
  | { kind: 'started' }
  | { kind: 'progress'; share: number; lines: number }
  | { kind: 'stored' }
  | { kind: 'done'; outcome: BatchOutcome }
  /** `cancelled`: before the first line was read. */
  | { kind: 'failed'; message: string; cancelled: boolean };

/** The part of a Worker that is needed, so that tests can stand in for it. */
export interface BatchWorker {
  onmessage: ((event: MessageEvent<BatchNews>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  postMessage(order: BatchOrder): void;
  terminate(): void;
}

/** Reads result files in a worker of their own, which ends with them. Null where it cannot start: then nothing was done. */
export type ReadBatchAway = (
  run: string,
  files: readonly File[],
  hooks: BatchReadHooks,
) => Promise<BatchOutcome | null>;

export function batchReader(startWorker: () => BatchWorker): ReadBatchAway {
  return (run, files, { signal, onProgress, onStored }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const worker = startWorker();
      let started = false;
      const cancel = () => worker.postMessage({ kind: 'cancel' });
      const end = () => {
        worker.onmessage = null;
        worker.onerror = null;
        worker.onmessageerror = null;
        worker.terminate();
        signal.removeEventListener('abort', cancel);
      };
      // What has been read is to be stored first, so the worker itself comes to an end.
      signal.addEventListener('abort', cancel, { once: true });
      worker.onerror = ({ message }) => {
        end();
        if (started)
          reject(new Error(`The reader of batch results stopped: ${message || 'it says no more'}.`));
        else resolve(null);
      };
      worker.onmessageerror = () => {
        end();
        reject(new Error('The reader of batch results sent something that could not be received.'));
      };
      worker.onmessage = ({ data: news }) => {
        switch (news.kind) {
          case 'started':
            started = true;
            break;
          case 'progress':
            onProgress(news.share, news.lines);
            break;
          case 'stored':
            onStored();
            break;
          case 'done':
            end();
            resolve(news.outcome);
            break;
          case 'failed':
            end();
            reject(news.cancelled ? new DOMException(news.message, 'AbortError') : new Error(news.message));
            break;
        }
      };
      worker.postMessage({ kind: 'read', run, files });
    });
}
