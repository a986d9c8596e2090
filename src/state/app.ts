import { createContext } from 'svelte';
import type { JudgementReader } from './judgement-reader.svelte';
import type { RunNews } from './run-news';
import type { LoadCompactAway } from './run-weighing';
import type { RunNotice } from './run-notice.svelte';
import type { UnfinishedRuns } from './unfinished-runs.svelte';
import type { CaseFiles } from './case-files';
import type { BatchPlace } from './batch-place';
import type { ApiJudge } from './api-judge.svelte';
import type { DestinationQuestion } from './destination.svelte';
import type { DeviceOffer } from './device-offer.svelte';
import type { CaseImport } from './case-import.svelte';
import type { Egress } from './egress.svelte';
import type { Exports } from './exports.svelte';
import type { HistoryPlace } from './history-place';
import type { LastWeighing } from './last-weighing';
import type { Keeping } from './keeping.svelte';
import type { Preferences } from './preferences.svelte';
import type { ReplyDesk } from './reply-desk.svelte';
import type { Router } from './router.svelte';
import type { Steps } from './steps.svelte';
import type { Workbench } from './workbench.svelte';

/** Everything the screens share, built once in main.ts. */
export interface App {
  preferences: Preferences;
  router: Router;
  egress: Egress;
  replyDesk: ReplyDesk;
  /** Whether cases may be sent to a server that the person neither typed nor picked. */
  destination: DestinationQuestion;
  /** The form of the API judge. Rejects when that part of the page cannot be loaded. */
  openApi: () => Promise<ApiJudge>;
  deviceJudge: DeviceOffer;
  caseImport: CaseImport;
  caseFiles: CaseFiles;
  exports: Exports;
  steps: Steps;
  workbench: Workbench;
  reader: JudgementReader;
  unfinished: UnfinishedRuns;
  notice: RunNotice;
  news: RunNews;
  lastWeighing: LastWeighing;
  /** Who reads large runs for weighing beside the page. */
  loadCompactAway: LoadCompactAway;
  /** Rejects when that part of the page cannot be loaded. */
  openHistory: () => Promise<HistoryPlace>;
  openBatch: () => Promise<BatchPlace>;
  keeping: Keeping;
  build: string;
}

export const [useApp, provideApp] = createContext<App>();
