import type { App } from './app';
import type { Parts } from './lazy-parts.browser';

/** All that a page without a network may still need; what is needed first comes first. */
export function partsAhead(
  parts: Parts,
  {
    openHistory,
    openBatch,
    openExports,
    openStudio,
  }: Pick<App, `open${'History' | 'Batch' | 'Exports' | 'Studio'}`>,
): (() => Promise<unknown>)[] {
  return [
    () => import('./workbench/ResultsView.svelte'),
    () => import('../sheet/view/JudgementPanel.svelte'),
    () => import('../judgement/view/JudgementView.svelte'),
    () => import('../cases/view/ImportPanel.svelte'),
    () => import('../sheet/view/UnfinishedRuns.svelte'),
    () => import('../overview/Overview.svelte'),
    () => import('./workbench/JudgePanel.svelte'),
    () => import('./workbench/RubricCards.svelte'),
    () => import('../cases/view/BringCases.svelte'),
    () => import('../kit/styles/hangul.css'),
    () => import('../rubric/texts'),
    parts.intake,
    parts.recognition,
    async () => (await parts.reader()).fetchReader(),
    parts.judging,
    // The clock's worker starts with the first wait.
    async () => (await import('../kit/clock/clock.browser')).sleep(0, new AbortController().signal),
    () => import('../judgement/receipt'),
    ...parts.rubrics.flatMap(({ loadContract, loadFacts, loadSamples, loadReplies, loadTexts, card }) => [
      loadContract,
      loadFacts,
      loadSamples,
      loadReplies,
      ...Object.keys(card.translations).map((language) => () => loadTexts(language)),
    ]),
    openExports,
    parts.exportWriters,
    parts.deck,
    () => import('../overview/present/Present.svelte'),
    () => import('../i18n/export-words'),
    async () => (await openHistory()).history.sweep(),
    parts.people,
    () => import('./history/HistoryScreen.svelte'),
    () => import('./history/CompareScreen.svelte'),
    () => import('./history/RunDetails.svelte'),
    () => import('./RubricsScreen.svelte'),
    () => import('./EditRubricScreen.svelte'),
    () => import('../rubric/file/duplicate-rubric'),
    () => import('../rubric/file/write-rubric'),
    () => import('./SettingsScreen.svelte'),
    openStudio,
    // The worker reads nothing, and is there without a network.
    async () => (await parts.studio())[2].importInWorker(''),
    () => import('../studio/view/NewRubricScreen.svelte'),
    openBatch,
    () => import('../export/batch/BatchDialog.svelte'),
    () => import('../i18n/ko/ko'),
    parts.api,
    () => import('../judges/api/form/ApiSetup.svelte'),
    () => import('../sheet/run-setup/ForecastPanel.svelte'),
    () => import('../sheet/run-setup/AskingChoice.svelte'),
    () => import('../sheet/view/ConflictDialog.svelte'),
    () => import('../sheet/view/PasteReply.svelte'),
    () => import('../judges/api/form/DestinationDialog.svelte'),
    () => import('./shell/EgressDialog.svelte'),
    () => import('./shell/KeysDialog.svelte'),
  ];
}

/** Loads parts one after the other while the page has nothing else to do. What fails is loaded again when it is needed. */
export async function fetchAhead(
  parts: readonly (() => Promise<unknown>)[],
  idle: () => Promise<void> = whenIdle,
): Promise<void> {
  for (const load of parts) {
    await idle();
    await load().catch(() => undefined);
  }
}

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such callback; there a moment's wait must do.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });
}
