import type { Parts } from './parts';

interface Places {
  openHistory: () => Promise<{ history: { sweep: () => Promise<void> } }>;
  openBatch: () => Promise<unknown>;
}

/** All that a page without a network may still need; what is needed first comes first. */
export function partsAhead(parts: Parts, { openHistory, openBatch }: Places): (() => Promise<unknown>)[] {
  return [
    () => import('./ui/workbench/results/ResultsView.svelte'),
    () => import('./ui/judgement/JudgementPanel.svelte'),
    () => import('./ui/judgement/JudgementView.svelte'),
    () => import('./ui/workbench/import/ImportPanel.svelte'),
    parts.intake,
    async () => (await parts.reader()).fetchReader(),
    parts.engine,
    () => import('./sheet/cells'),
    ...parts.rubrics.flatMap(({ loadContract, loadFacts, loadSamples }) => [
      loadContract,
      loadFacts,
      loadSamples,
    ]),
    parts.outlet,
    () => import('./state/page-words'),
    async () => (await openHistory()).history.sweep(),
    parts.sheetFiles,
    parts.sheetFileOpener,
    parts.people,
    () => import('./ui/history/HistoryScreen.svelte'),
    () => import('./ui/history/CompareScreen.svelte'),
    () => import('./ui/history/RunDetails.svelte'),
    parts.weigher,
    () => import('./ui/rubrics/RubricsScreen.svelte'),
    () => import('./ui/settings/SettingsScreen.svelte'),
    openBatch,
    parts.batch,
    parts.batchReader,
    () => import('./ui/batch/BatchLoader.svelte'),
    () => import('./i18n/ko'),
    parts.api,
    () => import('./ui/judge-setup/ApiSetup.svelte'),
    () => import('./ui/judge-setup/device/MeasureRun.svelte'),
    () => import('./ui/workbench/AskingChoice.svelte'),
    () => import('./ui/workbench/ConflictDialog.svelte'),
    () => import('./ui/shell/EgressDialog.svelte'),
    () => import('./ui/shell/KeysDialog.svelte'),
  ];
}
