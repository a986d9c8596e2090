import { builtInRubrics } from '../rubrics/built-in';

export type Parts = ReturnType<typeof lazyParts>;

/** What the page fetches when it is needed. `notLoaded` says that a part did not come, in the reader's language. */
export function lazyParts(notLoaded: () => string) {
  /** A part that does not come is most likely a network that went. */
  const part =
    <T>(load: () => Promise<T>) =>
    () =>
      load().catch((cause: unknown) => {
        throw new Error(notLoaded(), { cause });
      });
  return {
    engine: part(() => import('./pipeline/engine')),
    intake: part(() => import('./pipeline/intake')),
    outlet: part(() => import('./pipeline/outlet')),
    people: part(() => import('./sheet/people')),
    sheetFiles: part(() => import('./pipeline/sheet-file')),
    sheetFileOpener: part(() => import('./open-sheet-file-worker')),
    batch: part(() => import('./pipeline/batch')),
    batchReader: part(() => import('./open-batch-worker')),
    weigher: part(() => import('./open-weigh-workers')),
    reader: part(() => import('./workers/read-cases')),
    device: part(() => import('./device')),
    api: part(() => import('./open-api-judge')),
    wires: part(() => import('./judges/api/api')),
    historyPlace: part(() => import('./state/history-place')),
    batchPlace: part(() => import('./state/batch-place')),
    rubrics: builtInRubrics.map((source) => ({
      ...source,
      loadContract: part(source.loadContract),
      loadFacts: part(source.loadFacts),
      loadSamples: part(source.loadSamples),
    })),
  };
}
