import { BlobBuilder, saveFile } from './save-file';
import { errorMessage } from './error-message';
import { yieldToPage } from './sliced-work';

export type DownloadState =
  | { kind: 'idle' }
  | { kind: 'writing' }
  | { kind: 'cancelled' }
  | { kind: 'done'; name: string }
  | { kind: 'failed'; message: string };

/** How long writing may hold the main thread before the page gets a turn. */
const sliceMilliseconds = 8;

/** Writes a CSV file from pieces, so that the page stays alive whatever their number. */
export class CsvDownload {
  #state = $state.raw<DownloadState>({ kind: 'idle' });
  #cancel = new AbortController();
  readonly #save: typeof saveFile;

  constructor(save: typeof saveFile = saveFile) {
    this.#save = save;
  }

  get state(): DownloadState {
    return this.#state;
  }
  cancel(): void {
    this.#cancel.abort();
  }

  async write(name: string, pieces: Iterable<string>): Promise<void> {
    if (this.#state.kind === 'writing') return;
    this.#cancel = new AbortController();
    const { signal } = this.#cancel;
    this.#state = { kind: 'writing' };
    try {
      const file = new BlobBuilder();
      let sliceEnds = performance.now() + sliceMilliseconds;
      for (const piece of pieces) {
        file.add(piece);
        if (performance.now() < sliceEnds) continue;
        await yieldToPage();
        signal.throwIfAborted();
        sliceEnds = performance.now() + sliceMilliseconds;
      }
      this.#save(file.finish('text/csv;charset=utf-8'), name);
      this.#state = { kind: 'done', name };
    } catch (error) {
      const message = errorMessage(error);
      this.#state = signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', message };
    }
  }
}
