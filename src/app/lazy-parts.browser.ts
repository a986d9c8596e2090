import { builtInRubrics } from '../../rubrics/built-in';

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
    judging: part(() => import('../sheet/run/judging')),
    recognition: part(() => import('../cases/recognise')),
    intake: part(() => import('../cases/intake')),
    exportWriters: part(() => import('../export/writers')),
    deck: part(() => import('../overview/present/gather-deck')),
    people: part(() => import('../sheet/person/person-runs')),
    reader: part(() => import('../cases/read/read-cases.browser')),
    device: part(() => import('../judges/device/open-device-judge.browser')),
    api: part(() => import('../judges/api/open-api-judge.browser')),
    historyContext: part(() => import('./history/history-context.svelte')),
    batch: part(() =>
      Promise.all([
        import('../export/batch/batch-export.svelte'),
        import('../export/batch/batch-results.svelte'),
      ]),
    ),
    studio: part(() =>
      Promise.all([
        import('../studio/new-rubric.svelte'),
        import('../studio/draft/draft-store'),
        import('../studio/import/import-client.browser'),
        import('../i18n/studio-words'),
      ]),
    ),
    editor: part(async () => (await import('../studio/editor/editor-work.browser')).editorWork),
    rubrics: builtInRubrics.map((source) => ({
      ...source,
      loadContract: part(source.loadContract),
      loadFacts: part(source.loadFacts),
      loadSamples: part(source.loadSamples),
      loadReplies: part(source.loadReplies),
    })),
  };
}
