import workerAddress from './batch.worker?worker&url';
import { batchReader } from './pipeline/batch-worker-client';
import { sleep } from './workers/clock';
import { startWorker } from './workers/start-worker';

/** Reads batch results beside the page. A part of main.ts that waits until someone brings results. */
export const readBatchAway = batchReader(() => startWorker(workerAddress), sleep);
