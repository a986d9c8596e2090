// Builds what reading batch results needs, as main.ts does for the page: thousands of lines are judged and stored here, and the
// page only hears how far it is.
import { factsOf } from '../rubrics/all-facts';
import { providerOf } from './judges/api/providers';
import { wireFor } from './judges/api/wires';
import { readBatchResults } from './pipeline/batch-read';
import type { BatchNews, BatchOrder } from './pipeline/batch-worker-client';
import { prepareRubric } from './pipeline/prepare-rubric';
import { indexedDbSheetStore } from './sheet/store/indexeddb-sheet-store.browser';
import { openDatabase } from './sheet/store/open-database.browser';
import { breathing } from './state/sliced-work';
import { readRunRubric } from './state/run-rubric';

/** How long lines are read before an order to stop is heard, and the page is told how far it is. */
const turnMilliseconds = 100;
/** As many as lie in one stored piece, so that none is written twice. */
const groupLength = 500;

const stop = new AbortController();

addEventListener('message', ({ data: order }: MessageEvent<BatchOrder>) => {
  if (order.kind === 'cancel') stop.abort();
  else void read(order.run, order.files);
});

async function read(run: string, files: readonly File[]): Promise<void> {
  const tell = (news: BatchNews) => postMessage(news);
  const { signal } = stop;
  tell({ kind: 'started' });
  const store = indexedDbSheetStore(openDatabase());
  try {
    const outcome = await readBatchResults(
      run,
      files,
      {
        store,
        ready: async ({ rubric: { hash } }) => {
          const rubric = await readRunRubric(store, hash);
          return prepareRubric(rubric, factsOf(rubric.id));
        },
        wires: { openai: wireFor(providerOf('openai')), anthropic: wireFor(providerOf('anthropic')) },
        world: { random: () => crypto.randomUUID(), now: () => new Date(), build: __BUILD__ },
        breathe: breathing(turnMilliseconds),
        groupLength,
      },
      {
        signal,
        onProgress: (share, lines) => tell({ kind: 'progress', share, lines }),
        onStored: (upTo) => tell({ kind: 'stored', upTo }),
      },
    );
    tell({ kind: 'done', outcome });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Something else may break after the order to stop.
    tell({ kind: 'failed', message, cancelled: signal.aborted && error === signal.reason });
  }
}
