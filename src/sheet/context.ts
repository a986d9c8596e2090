import { createContext } from 'svelte';
import type { SheetChanges } from './sheet-changes';
import type { StorageState } from './storage-state.svelte';
import type { JudgementReader } from './results/judgement-reader.svelte';
import type { KeepAwake } from './run/keep-awake.svelte';
import type { RunNotice } from './run/run-notice.svelte';
import type { UnfinishedRuns } from './run/unfinished-runs.svelte';
import type { Steps } from '../kit/steps.svelte';
import type { Workbench } from './workbench.svelte';

export interface SheetTools {
  workbench: Workbench;
  reader: JudgementReader;
  unfinished: UnfinishedRuns;
  notice: RunNotice;
  awake: KeepAwake;
  changes: SheetChanges;
  storageState: StorageState;
  steps: Steps;
}

export const [useSheet, provideSheet] = createContext<SheetTools>();
