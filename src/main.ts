import { mount } from 'svelte';
import { pastedJudge } from './judges/pasted/pasted-judge';
import { rulesJudge } from './judges/rules/rules-judge';
import { lazyParts } from './parts';
import { SheetChanges } from './sheet/changes';
import { runLocks } from './sheet/run-locks';
import { indexedDbSheetStore } from './sheet/store/indexeddb-sheet-store.browser';
import { openDatabase } from './sheet/store/open-database.browser';
import { storageSpace } from './sheet/store/storage-space';
import { usableSheetStore } from './sheet/store/usable-sheet-store';
import type { ApiJudge } from './state/api-judge.svelte';
import type { BatchPlace } from './state/batch-place';
import { CaseFiles } from './state/case-files';
import { CaseImport } from './state/case-import.svelte';
import { DestinationQuestion } from './state/destination.svelte';
import { DeviceOffer } from './state/device-offer.svelte';
import { Egress } from './state/egress.svelte';
import { Exports } from './state/exports.svelte';
import { fetchAhead } from './state/fetch-ahead';
import type { HistoryPlace } from './state/history-place';
import { JudgementReader } from './state/judgement-reader.svelte';
import { Keeping } from './state/keeping.svelte';
import { LastWeighing } from './state/last-weighing';
import { lazyForm } from './state/lazy-form';
import { askBeforeLeaving } from './state/leaving.svelte';
import { Preferences } from './state/preferences.svelte';
import { ReplyDesk } from './state/reply-desk.svelte';
import { Router } from './state/router.svelte';
import { RubricShelf } from './state/rubric-shelf.svelte';
import { browserNotices, RunNotice } from './state/run-notice.svelte';
import { Steps } from './state/steps.svelte';
import { UnfinishedRuns } from './state/unfinished-runs.svelte';
import { Workbench } from './state/workbench.svelte';
import { lastSheet } from './storage/last-sheet';
import { indexedDbMappings } from './storage/mappings';
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

const wait = (milliseconds: number) => sleep(milliseconds, new AbortController().signal);
const preferences = new Preferences(indexedDbSettings(wait));
const replyDesk = new ReplyDesk();
const router = new Router();
const egress = new Egress();
const destination = new DestinationQuestion();
const steps = new Steps();
const parts = lazyParts(() => preferences.t.run.notLoaded);
const deviceJudge = new DeviceOffer(async () =>
  (await parts.device()).makeDeviceJudge({
    language: () => preferences.language,
    rubricLanguage: () => workbench.rubric?.rubric.language ?? 'en',
  }),
);
let apiForm: Promise<ApiJudge> | null = null;
const openApi = () => {
  apiForm ??= parts
    .api()
    .then(({ openApiJudge }) => openApiJudge({ preferences, egress, destination, now: world.now, sleep }));
  // One that could not be loaded is tried again.
  apiForm.catch(() => (apiForm = null));
  return apiForm;
};
const target = document.getElementById('app');
if (!target) throw new Error('Expected an element with id "app" in index.html, found none.');
const database = openDatabase();
const space = storageSpace('storage' in navigator ? navigator.storage : null);
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
const [{ store, outcome }] = await Promise.all([
  usableSheetStore(indexedDbSheetStore(database, { now: world.now }), {
    wait,
    now: world.now,
    inMemory: (results) => keeping.holdsInMemory(results),
  }),
  preferred,
]);
opening = false;
target.textContent = '';
// A page without a secure address has no locks.
const locks = runLocks('locks' in navigator ? navigator.locks : null);
keeping.opened(outcome, locks.exclusive);
const changes = new SheetChanges(
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('assay-sheets'),
);
const reader = new JudgementReader(store);
const workbench: Workbench = new Workbench({
  shelf: new RubricShelf(parts.rubrics, parts.engine),
  judges: [rulesJudge, deviceJudge, pastedJudge(replyDesk.fetchReply), lazyForm('api', openApi)],
  loadEngine: parts.engine,
  loadPeople: parts.people,
  lastSheet: lastSheet(wait),
  world,
  store,
  locks,
  changes,
  space,
  sleep,
});
database.listen((event) => {
  if (event === 'outdated') workbench.stepAside();
});
const unfinished = new UnfinishedRuns({ store, locks, changes });
const notice = new RunNotice(browserNotices(), {
  wanted: preferences.notify,
  keep: (wanted) => preferences.setNotify(wanted),
});
let historyPlace: HistoryPlace | null = null;
const openHistory = async () => {
  const { HistoryPlace } = await parts.historyPlace();
  return (historyPlace ??= new HistoryPlace({
    preferences,
    store,
    locks,
    changes,
    now: world.now,
    newId: world.random,
    build: __BUILD__,
    unwritten: (run) => workbench.runner.unwrittenOf(run),
    loadSheetFiles: parts.sheetFiles,
    loadOpener: async () => (await parts.sheetFileOpener()).openSheetFileAway,
    here: () => {
      const { activeRunId: id, activeRun: state } = workbench;
      return id === null || !state ? null : { id, state };
    },
  }));
};
let batchPlace: BatchPlace | null = null;
const openBatch = async () => {
  const { BatchPlace } = await parts.batchPlace();
  return (batchPlace ??= new BatchPlace({
    preferences,
    load: parts.batch,
    loadReader: async () => (await parts.batchReader()).readBatchAway,
    loadEngine: parts.engine,
    wire: async (engine) => {
      const { wireFor, providerOf } = await parts.wires();
      return wireFor(providerOf(engine));
    },
    world,
    store,
    locks,
    changes,
    rubrics: workbench.rubrics,
    source: () => workbench.batchSource,
  }));
};

const caseImport = new CaseImport({
  loadIntake: parts.intake,
  loadReader: async () => (await parts.reader()).readCases,
  mappings: indexedDbMappings(),
  // As it is today, whatever version the run in focus was judged by: the same that `loadRubric` gives.
  rubric: () => workbench.shelf.find(workbench.rubricId)?.rubric ?? workbench.sheet.columns[0]?.rubric,
  loadRubric: () => workbench.loadRubric(),
  taken: () => new Set(workbench.cases.map(({ id }) => id)),
  take: (taken) => workbench.takeCases(taken),
});
const caseFiles = new CaseFiles({
  loadIntake: parts.intake,
  rubric: () => workbench.rubric?.rubric,
  samples: () => workbench.shelf.samples(workbench.rubricId),
});
const exports = new Exports({
  loadOutlet: parts.outlet,
  gather: (filteredOnly, allRuns) => workbench.gather(filteredOnly, allRuns),
  reader,
  language: () => preferences.language,
  messages: () => preferences.t,
  build: __BUILD__,
});

egress.watch();
router.watch();
askBeforeLeaving(window, () => workbench.unstoredInAll + keeping.inMemory > 0 || workbench.hasCasesOnlyHere);
// The last moment that a page is sure to have.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void workbench.keep();
});
// Shown with the first paint: whoever reloads finds what they had.
await workbench.openLast();
mount(App, {
  target,
  props: {
    app: {
      preferences,
      router,
      egress,
      replyDesk,
      destination,
      openApi,
      deviceJudge,
      steps,
      workbench,
      reader,
      unfinished,
      notice,
      changes,
      lastWeighing: new LastWeighing(),
      loadCompactAway: async () => (await parts.weigher()).compactBeside,
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
await import('./parts-ahead').then(
  ({ partsAhead }) => fetchAhead(partsAhead(parts, { openHistory, openBatch })),
  () => undefined, // What is missing is complained about when it is needed.
);
performance.mark('fetched-ahead');
