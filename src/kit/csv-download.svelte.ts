import { BlobBuilder } from './blob-builder';
import { saveFile } from './save-file.browser';
import { errorMessage } from './error-message';
import { yieldEvery } from './sliced-work.browser';

type DownloadState =
  | { kind: 'idle' | 'writing' | 'cancelled' }
  | { kind: 'done'; name: string }
  | { kind: 'failed'; message: string };

/** Writes a CSV file from pieces without freezing the page, however many there are. */
export class CsvDownload {
  state = $state.raw<DownloadState>({ kind: 'idle' });
  #abort = new AbortController();

  cancel(): void {
    this.#abort.abort();
  }

  async write(name: string, pieces: Iterable<string>): Promise<void> {
    if (this.state.kind === 'writing') return;
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.state = { kind: 'writing' };
    try {
      const file = new BlobBuilder();
      const maybeYield = yieldEvery();
      for (const piece of pieces) {
        file.add(piece);
        await maybeYield();
        signal.throwIfAborted();
      }
      saveFile(file.finish('text/csv;charset=utf-8'), name);
      this.state = { kind: 'done', name };
    } catch (error) {
      this.state = signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', message: errorMessage(error) };
    }
  }
}
