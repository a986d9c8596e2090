import { readFile } from './read-file';
import type { ReadRequest } from './read-file-messages';

addEventListener('message', (event: MessageEvent<ReadRequest>) => {
  void answer(event.data);
});

/** A bug here must reach the page as an error of the worker, which a rejected promise alone would not. */
async function answer(request: ReadRequest): Promise<void> {
  try {
    for await (const reply of readFile(request)) postMessage(reply);
  } catch (error) {
    reportError(error);
  }
}
