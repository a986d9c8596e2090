import { readFile } from './read-file';
import type { ReadRequest } from './read-file-messages';

addEventListener('message', ({ data }: MessageEvent<ReadRequest | 'fetch'>) => {
  void (data === 'fetch' ? fetchAll() : answer(data));
});

/** Loads what is otherwise loaded with the first workbook. */
async function fetchAll(): Promise<void> {
  try {
    await import('./open-workbook');
    postMessage('fetched');
  } catch (error) {
    reportError(error);
  }
}

/** A bug here must reach the page as an error of the worker, which a rejected promise alone would not. */
async function answer(request: ReadRequest): Promise<void> {
  try {
    for await (const reply of readFile(request)) postMessage(reply);
  } catch (error) {
    reportError(error);
  }
}
