import { mount } from 'svelte';
import { builtInRubrics } from '../rubrics/built-in';
import { pastedJudge } from './judges/pasted/pasted-judge';
import { rulesJudge } from './judges/rules/rules-judge';
import { CaseFiles } from './state/case-files';
import type { ApiJudge } from './state/api-judge.svelte';
import { DeviceOffer } from './state/device-offer.svelte';
import { CaseImport } from './state/case-import.svelte';
import { Egress } from './state/egress.svelte';
import { JudgementReader } from './state/judgement-reader.svelte';
import { browserNotices, RunNotice } from './state/run-notice.svelte';
import { UnfinishedRuns } from './state/unfinished-runs.svelte';
import { Exports } from './state/exports.svelte';
import { fetchAhead } from './state/fetch-ahead';
import type { BatchPlace } from './state/batch-place';
import type { HistoryPlace } from './state/history-place';
import { Keeping } from './state/keeping.svelte';
import { lazyForm } from './state/lazy-form';
import { Preferences } from './state/preferences.svelte';
import { ReplyDesk } from './state/reply-desk.svelte';
import { Router } from './state/router.svelte';
import { RubricShelf } from './state/rubric-shelf.svelte';
import { Steps } from './state/steps.svelte';
import { Workbench } from './state/workbench.svelte';
import { indexedDbMappings } from './storage/mappings';
import { indexedDbRunStore } from './storage/runs/indexeddb-run-store';
import { openDatabase } from './storage/runs/open-database';
import { openRunChannel, type RunMessage } from './storage/runs/run-channel';
import { runOwnership } from './storage/runs/run-ownership';
import { storageSpace } from './storage/runs/storage-space';
import { usableRunStore } from './storage/runs/usable-run-store';
import { indexedDbSettings } from './storage/settings';
import App from './ui/App.svelte';
import { showBlocked } from './ui/shell/show-blocked';
import { sleep } from './workers/clock';
import './ui/styles/base.css';

const world = {
  random: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    ),
  now: () => new Date(),
  build: __BUILD__,
};

const preferences = new Preferences(indexedDbSettings());
const replyDesk = new ReplyDesk();
const router = new Router();
const egress = new Egress();
const steps = new Steps();
/** A part that does not come is most likely a network that went. */
const part =
  <T>(load: () => Promise<T>) =>
  () =>
    load().catch((cause: unknown) => {
      throw new Error(preferences.t.run.notLoaded, { cause });
    });
const loadEngine = part(() => import('./pipeline/engine'));
const loadIntake = part(() => import('./pipeline/intake'));
const loadOutlet = part(() => import('./pipeline/outlet'));
const loadRunFiles = part(() => import('./pipeline/run-files'));
const loadBatch = part(() => import('./pipeline/batch'));
const loadBatchReader = part(() => import('./open-batch-worker'));
const loadReader = part(() => import('./workers/read-cases'));
const rubrics = builtInRubrics.map((source) => ({
  ...source,
  loadContract: part(source.loadContract),
  loadFacts: part(source.loadFacts),
  loadSamples: part(source.loadSamples),
}));
const deviceJudge = new DeviceOffer(
  part(async () =>
    (await import('./device')).makeDeviceJudge({
      language: () => preferences.language,
      rubricLanguage: () => workbench.rubric?.rubric.language ?? 'en',
    }),
  ),
);
const loadApi = part(() => import('./open-api-judge'));
const loadWires = part(() => import('./judges/api/api'));
let apiForm: Promise<ApiJudge> | null = null;
const openApi = () => {
  apiForm ??= loadApi().then(({ openApiJudge }) =>
    openApiJudge({ preferences, egress, now: world.now, sleep }),
  );
  // One that could not be loaded is tried again.
  apiForm.catch(() => (apiForm = null));
  return apiForm;
};
const target = document.getElementById('app');
if (!target) throw new Error('Expected an element with id "app" in index.html, found none.');
const database = openDatabase();
const space = storageSpace();
const keeping = new Keeping({ database, space });
// The first paint must already have the person's theme and language.
const preferred = preferences.load(navigator.language);
let opening = true;
database.listen((event) => {
  if (event !== 'blocked') return;
  void preferred.then(() => {
    if (opening) showBlocked(target, preferences.t.run.blocked, preferences.language);
  });
});
const [{ store: runs, outcome }] = await Promise.all([
  usableRunStore(indexedDbRunStore(database.use)),
  preferred,
]);
opening = false;
target.textContent = '';
keeping.opened(outcome);
const ownership = runOwnership();
const channel = openRunChannel();
const reader = new JudgementReader(runs);
const workbench: Workbench = new Workbench({
  shelf: new RubricShelf(rubrics, loadEngine),
  judges: [rulesJudge, deviceJudge, pastedJudge(replyDesk.fetchReply), lazyForm('api', openApi)],
  loadEngine,
  world,
  runs,
  ownership,
  channel,
  space,
  reader,
  sleep,
});
const unfinished = new UnfinishedRuns(runs, ownership);
const notice = new RunNotice(browserNotices(), {
  wanted: preferences.notify,
  keep: (wanted) => preferences.setNotify(wanted),
});
const tell = (message: RunMessage) => {
  channel.send(message);
  void workbench.hear(message);
  if (message.kind === 'removed') unfinished.dismiss(message.run);
};
const loadHistory = part(() => import('./state/history-place'));
let historyPlace: HistoryPlace | null = null;
const openHistory = async () => {
  const { HistoryPlace } = await loadHistory();
  return (historyPlace ??= new HistoryPlace({
    preferences,
    runs,
    ownership,
    channel,
    now: world.now,
    newId: world.random,
    tell,
    loadRunFiles,
    here: () => {
      const { activeRunId: id, activeRun: state } = workbench;
      return id === null || !state ? null : { id, state };
    },
  }));
};

const loadBatchPlace = part(() => import('./state/batch-place'));
let batchPlace: BatchPlace | null = null;
const openBatch = async () => {
  const { BatchPlace } = await loadBatchPlace();
  return (batchPlace ??= new BatchPlace({
    preferences,
    load: loadBatch,
    loadReader: async () => (await loadBatchReader()).readBatchAway,
    loadEngine,
    wire: async (engine) => {
      const { wireFor, providerOf } = await loadWires();
      return wireFor(providerOf(engine));
    },
    world,
    ownership,
    workbench,
    tell: (message) => {
      tell(message);
      historyPlace?.history.changed(message.run);
    },
  }));
};

const caseImport = new CaseImport({
  loadIntake,
  loadReader: async () => (await loadReader()).readCases,
  mappings: indexedDbMappings(),
  rubric: () => workbench.rubric?.rubric,
  loadRubric: async () => (await workbench.shelf.load(workbench.rubricId))?.rubric,
  taken: () => new Set(workbench.cases.map(({ id }) => id)),
  take: (taken) => workbench.takeCases(taken),
});
const caseFiles = new CaseFiles({
  loadIntake,
  rubric: () => workbench.rubric?.rubric,
  samples: () => workbench.shelf.samples(workbench.rubricId),
});
const exports = new Exports({
  loadOutlet,
  gather: (shownOnly) => workbench.gather(shownOnly),
  reader,
  language: () => preferences.language,
  messages: () => preferences.t,
  build: __BUILD__,
});

egress.watch();
router.watch();
void unfinished.look();
// The last moment that a page is sure to have.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void workbench.keepView();
});
mount(App, {
  target,
  props: {
    app: {
      preferences,
      router,
      egress,
      replyDesk,
      openApi,
      deviceJudge,
      steps,
      workbench,
      reader,
      unfinished,
      notice,
      openHistory,
      openBatch,
      keeping,
      caseImport,
      caseFiles,
      exports,
      build: __BUILD__,
    },
  },
});

// Once loaded, the page is to work without a network. What is needed first comes first.
await workbench.shelf.load(workbench.rubricId);
performance.mark('fetch-ahead');
await fetchAhead([
  () => import('./ui/workbench/results/ResultsView.svelte'),
  () => import('./ui/judgement/JudgementPanel.svelte'),
  () => import('./ui/judgement/JudgementView.svelte'),
  () => import('./ui/workbench/import/ImportPanel.svelte'),
  loadIntake,
  async () => (await loadReader()).fetchReader(),
  loadEngine,
  ...rubrics.flatMap(({ loadContract, loadFacts, loadSamples }) => [loadContract, loadFacts, loadSamples]),
  loadOutlet,
  () => import('./state/page-words'),
  async () => (await openHistory()).history.sweep(),
  loadRunFiles,
  () => import('./ui/history/HistoryScreen.svelte'),
  () => import('./ui/history/CompareScreen.svelte'),
  () => import('./ui/history/RunDetails.svelte'),
  () => import('./ui/rubrics/RubricsScreen.svelte'),
  () => import('./ui/settings/SettingsScreen.svelte'),
  openBatch,
  loadBatch,
  loadBatchReader,
  () => import('./ui/batch/BatchLoader.svelte'),
  () => import('./i18n/ko'),
  loadApi,
  () => import('./ui/judge-setup/ApiSetup.svelte'),
  () => import('./ui/judge-setup/device/MeasureRun.svelte'),
  () => import('./ui/workbench/AskingChoice.svelte'),
]);
performance.mark('fetched-ahead');
