import { compactAway } from './pipeline/compact-away';
import workerAddress from './weigh.worker?worker&url';
import { startWorker } from './workers/start-worker';

/** More of them wait for the same disk. */
const mostWorkers = 4;

/** Reads stored runs for weighing beside the page. A part of main.ts that waits until someone weighs a large run. */
export const compactBeside = compactAway(
  () => startWorker(workerAddress),
  Math.min(mostWorkers, navigator.hardwareConcurrency),
);
