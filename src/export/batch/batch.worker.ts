// Thousands of results are judged and stored here, as main.ts would do it; the page only hears how far it is.
import { factsOf } from '../../../rubrics/all-facts';
import { prepareRubric } from '../../judgement/ready-rubric';
import { yieldEvery } from '../../kit/sliced-work';
import { serveCall } from '../../privacy/worker-call';
import { readRunRubric } from '../../sheet/sheet-store';
import { databaseSheetStore } from '../../sheet/store/database-sheet-store';
import { openDatabase } from '../../sheet/store/open-database.browser';
import { readBatchResults, type BatchOutcome } from './batch-read';
import type { BatchOrder, BatchProgress } from './read-batch.browser';

/** How long lines are read before a request to stop is heard. */
const turnMilliseconds = 100;
/** As many as lie in one stored piece, so that none is written twice. */
const groupLength = 500;

serveCall<BatchOrder, BatchProgress, BatchOutcome>(self, ({ run, files }, { signal, progress }) => {
  const store = databaseSheetStore(openDatabase());
  return readBatchResults(
    run,
    files,
    {
      store,
      ready: async ({ rubric: { hash } }) => {
        const rubric = await readRunRubric(store, hash);
        return prepareRubric(rubric, factsOf(rubric.id));
      },
      world: { random: () => crypto.randomUUID(), now: () => new Date(), build: __BUILD__ },
      maybeYield: yieldEvery(turnMilliseconds),
      groupLength,
    },
    {
      signal,
      onProgress: (share, lines) => progress({ share, lines }),
      onStored: (stored) => progress({ stored }),
    },
  );
});
