import type { LoadStep } from '../../core/model/device';
import type { FileJob, FileNews, FileOutcome } from './file-jobs';

/** The part of a Worker that is needed, so that tests can stand in for it. */
export interface FilesWorker {
  onmessage: ((event: MessageEvent<FileNews>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(job: FileJob): void;
  terminate(): void;
}

/** Has a job done in a worker of its own. Rejects with the signal's reason when cancelled. */
export function runFileJob(
  job: FileJob,
  startWorker: () => FilesWorker,
  { onStep, signal }: { onStep: (step: LoadStep) => void; signal: AbortSignal },
): Promise<FileOutcome> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = startWorker();
    const end = () => {
      worker.onmessage = null;
      worker.onerror = null;
      worker.terminate();
      signal.removeEventListener('abort', cancel);
    };
    const cancel = () => {
      end();
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('Cancelled.', 'AbortError'));
    };
    signal.addEventListener('abort', cancel);
    worker.onmessage = ({ data }) => {
      if (data.kind === 'step') {
        onStep(data.step);
        return;
      }
      end();
      resolve(data.outcome);
    };
    worker.onerror = ({ message }) => {
      end();
      resolve({ problem: { fault: 'runtime-missing', said: message || '' } });
    };
    worker.postMessage(job);
  });
}
