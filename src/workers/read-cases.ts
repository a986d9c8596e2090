import { casesReader } from './read-file-client';
import workerAddress from './read-file.worker?worker&url';
import { startWorker } from './start-worker';

/** Has the browser fetch all that reading needs, a workbook's part too, so that files can be read without a network. */
export function fetchReader(): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(workerAddress);
    worker.onmessage = () => {
      worker.terminate();
      resolve();
    };
    worker.onerror = () => {
      worker.terminate();
      reject(new Error('The reader of files could not start.'));
    };
    worker.postMessage('fetch');
  });
}

export const readCases = casesReader(() => startWorker(workerAddress));
