import type { BatchOutcome, BatchReadHooks } from './batch-read';

export type BatchOrder = { kind: 'read'; run: string; files: readonly File[] } | { kind: 'cancel' };
export type BatchNews =
  | { kind: 'started' }
  | { kind: 'progress'; share: number; lines: number }
  | { kind: 'stored'; upTo: number }
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

/**
 * Reads result files in a worker of their own, which ends with them. Null where it cannot start: then nothing was done. `silent`:
 * it was told to stop and said nothing more, so that it was ended; what it had stored by then stays.
 */
export type ReadBatchAway = (
  run: string,
  files: readonly File[],
  hooks: BatchReadHooks,
) => Promise<BatchOutcome | 'silent' | null>;

/** A worker that is told to stop stores what it has read, and tells how far it is while it does. */
const patienceMilliseconds = 5_000;

export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export function batchReader(startWorker: () => BatchWorker, sleep: Sleep): ReadBatchAway {
  return (run, files, { signal, onProgress, onStored }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const worker = startWorker();
      let started = false;
      /** Aborted by news, and with the end. */
      let silence = new AbortController();
      const listen = () => {
        silence.abort();
        const { signal: broken } = (silence = new AbortController());
        sleep(patienceMilliseconds, broken).then(
          () => {
            if (broken.aborted) return;
            end();
            resolve('silent');
          },
          () => undefined,
        );
      };
      const cancel = () => {
        worker.postMessage({ kind: 'cancel' });
        listen();
      };
      const end = () => {
        silence.abort();
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
        if (signal.aborted) listen();
        switch (news.kind) {
          case 'started':
            started = true;
            break;
          case 'progress':
            onProgress(news.share, news.lines);
            break;
          case 'stored':
            onStored(news.upTo);
            break;
          case 'done':
            end();
            resolve(news.outcome);
            break;
          case 'failed':
            end();
            // Whoever stopped it knows its own reason.
            reject(
              news.cancelled && signal.reason instanceof Error ? signal.reason : new Error(news.message),
            );
            break;
        }
      };
      worker.postMessage({ kind: 'read', run, files });
    });
}
