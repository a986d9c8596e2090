import { casesReader, type ReadCases } from './read-file-client';
import workerAddress from './read-file.worker?worker&url';
import { startWorker } from './start-worker';

/** Started while nobody waits for it: the next reading begins a few frames sooner. */
let spare: Worker | null = null;

/** Has the browser fetch all that reading needs, a workbook's part too, so that files can be read without a network. */
export function fetchReader(): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(workerAddress);
    worker.onmessage = () => {
      worker.onerror = null;
      if (spare) worker.terminate();
      else spare = worker;
      resolve();
    };
    worker.onerror = () => {
      worker.terminate();
      reject(new Error('The reader of files could not start.'));
    };
    worker.postMessage('fetch');
  });
}

const read = casesReader(() => {
  const worker = spare ?? startWorker(workerAddress);
  spare = null;
  return worker;
});

export const readCases: ReadCases = async (source, choices, options) => {
  try {
    return await read(source, choices, options);
  } finally {
    // Not before whoever waits for the table has it. One that does not start is tried again, and complained about, when it is needed.
    setTimeout(() => void fetchReader().catch(() => undefined));
  }
};
