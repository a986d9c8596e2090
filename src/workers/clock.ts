import { workerSleep } from './clock-client';
import workerAddress from './clock.worker?worker&url';
import { startWorker } from './start-worker';

export const sleep = workerSleep(() => startWorker(workerAddress));
