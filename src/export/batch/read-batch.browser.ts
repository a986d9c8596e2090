import { sleep } from '../../kit/clock/clock.browser';
import { startWorker } from '../../privacy/start-worker.browser';
import { callWorker, WorkerFailure } from '../../privacy/worker-call';
import type { BatchOutcome, BatchReadHooks } from './batch-read';
import workerAddress from './batch.worker?worker&url';

export interface BatchOrder {
  run: string;
  files: readonly File[];
}
export type BatchProgress = { share: number; lines: number } | { stored: number };

/** Null where the worker cannot start. `silent`: it did not stop and was ended; what it had stored by then stays. */
export type ReadBatchAway = (
  run: string,
  files: readonly File[],
  hooks: BatchReadHooks,
) => Promise<BatchOutcome | 'silent' | null>;

/** A worker that is told to stop first stores what it has read. */
const graceMilliseconds = 5_000;

export const readBatchAway: ReadBatchAway = async (run, files, { signal, onProgress, onStored }) => {
  try {
    return await callWorker<BatchOrder, BatchProgress, BatchOutcome>(
      () => startWorker(workerAddress),
      { run, files },
      {
        signal,
        onProgress: (news) => ('stored' in news ? onStored(news.stored) : onProgress(news.share, news.lines)),
        grace: { milliseconds: graceMilliseconds, sleep },
      },
    );
  } catch (error) {
    if (error instanceof WorkerFailure && error.reason === 'not-started') return null;
    if (error instanceof WorkerFailure && error.reason === 'silent') return 'silent';
    throw error;
  }
};
