import { casesReader } from './read-file-client';
import workerAddress from './read-file.worker?worker&url';
import { startWorker } from './start-worker';

export const readCases = casesReader(() => startWorker(workerAddress));
