import { workerSleep } from './clock-client.browser';
import workerAddress from './clock.worker?worker&url';
import { startWorker } from '../../privacy/start-worker.browser';

export const sleep = workerSleep(() => startWorker(workerAddress));
