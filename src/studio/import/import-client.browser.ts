import { startWorker } from '../../privacy/start-worker.browser';
import { callWorker } from '../../privacy/worker-call';
import workerAddress from './import.worker?worker&url';
import type { Proposal } from './proposal';

/** Reads judge prompts beside the page, so that no text can make it stand still. */
export function importInWorker(text: string, signal?: AbortSignal): Promise<Proposal[]> {
  return callWorker<string, never, Proposal[]>(() => startWorker(workerAddress), text, { signal });
}
