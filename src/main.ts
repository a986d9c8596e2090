import { mount } from 'svelte';
import { pastedJudge } from './judges/pasted/pasted-judge';
import { rulesJudge } from './judges/rules/rules-judge';
import { lazyParts } from './parts';
import { CaseFiles } from './state/case-files';
import type { ApiJudge } from './state/api-judge.svelte';
import { DeviceOffer } from './state/device-offer.svelte';
import { CaseImport } from './state/case-import.svelte';
import { DestinationQuestion } from './state/destination.svelte';
import { Egress } from './state/egress.svelte';
import { JudgementReader } from './state/judgement-reader.svelte';
import { browserNotices, RunNotice } from './state/run-notice.svelte';
import { UnfinishedRuns } from './state/unfinished-runs.svelte';
import { Exports } from './state/exports.svelte';
import { fetchAhead } from './state/fetch-ahead';
import type { BatchPlace } from './state/batch-place';
import type { HistoryPlace } from './state/history-place';
import { Keeping } from './state/keeping.svelte';
import { askBeforeLeaving } from './state/leaving.svelte';
import { LastWeighing } from './state/last-weighing';
import { lazyForm } from './state/lazy-form';
import { Preferences } from './state/preferences.svelte';
import { ReplyDesk } from './state/reply-desk.svelte';
import { RunNews } from './state/run-news';
import { Router } from './state/router.svelte';
import { RubricShelf } from './state/rubric-shelf.svelte';
import { Steps } from './state/steps.svelte';
import { Workbench } from './state/workbench.svelte';
import { indexedDbMappings } from './storage/mappings';
import { writeLogWith } from './storage/runs/append-results';
import { channelOwnership, openOwnerChannel } from './storage/runs/channel-ownership';
import { indexedDbRunStore } from './storage/runs/indexeddb-run-store';
import logWorkerAddress from './storage/runs/log.worker?worker&url';
import { openDatabase } from './storage/runs/open-database';
import { openRunChannel, type RunMessage } from './storage/runs/run-channel';
import { runOwnership } from './storage/runs/run-ownership';
import { storageSpace } from './storage/runs/storage-space';
import { usableRunStore } from './storage/runs/usable-run-store';
import { writeAway } from './storage/runs/write-away';
import { indexedDbSettings } from './storage/settings';
import App from './ui/App.svelte';
import { showBlocked } from './ui/shell/show-blocked';
import { sleep } from './workers/clock';
import { startWorker } from './workers/start-worker';
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
const writeLog = writeAway(() => startWorker(logWorkerAddress), writeLogWith(database.use));
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
  usableRunStore(indexedDbRunStore(database.use, writeLog), {
    wait,
    inMemory: (results) => keeping.holdsInMemory(results),
  }),
  preferred,
]);
opening = false;
target.textContent = '';
keeping.opened(outcome);
const ownership = runOwnership(undefined, () => {
  const owners = openOwnerChannel();
  return owners && channelOwnership({ channel: owners, sleep, random: world.random });
});
const channel = openRunChannel();
const news = new RunNews(channel);
/** What this tab does with runs is heard by its own screens too. */
const channelToAll = { ...channel, send: (message: RunMessage) => news.tell(message) };
const reader = new JudgementReader(runs);
const workbench: Workbench = new Workbench({
  shelf: new RubricShelf(parts.rubrics, parts.engine),
  judges: [rulesJudge, deviceJudge, pastedJudge(replyDesk.fetchReply), lazyForm('api', openApi)],
  loadEngine: parts.engine,
  world,
  runs,
  ownership,
  channel: channelToAll,
  space,
  reader,
  sleep,
});
database.listen((event) => {
  if (event === 'outdated') workbench.stepAside();
});
const unfinished = new UnfinishedRuns(runs, ownership, channelToAll);
const notice = new RunNotice(browserNotices(), {
  wanted: preferences.notify,
  keep: (wanted) => preferences.setNotify(wanted),
});
const tellUnfinished = ({ kind, run }: RunMessage) => {
  if (kind === 'removed') unfinished.dismiss(run);
  // Those are put to the owner by tabs that follow it.
  else if (kind !== 'ask' && kind !== 'how') void unfinished.awaitOwner(run);
};
const tell = (message: RunMessage) => {
  news.tell(message);
  void workbench.hear(message);
  tellUnfinished(message);
};
channel.listen(tellUnfinished);
let historyPlace: HistoryPlace | null = null;
const openHistory = async () => {
  const { HistoryPlace } = await parts.historyPlace();
  return (historyPlace ??= new HistoryPlace({
    preferences,
    runs,
    ownership,
    channel,
    now: world.now,
    newId: world.random,
    unstoredOf: (run) => workbench.unstoredOf(run),
    tell,
    loadRunFiles: parts.runFiles,
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
    ownership,
    workbench,
    tell: (message) => {
      tell(message);
      historyPlace?.history.changed(message.run);
    },
  }));
};

const caseImport = new CaseImport({
  loadIntake: parts.intake,
  loadReader: async () => (await parts.reader()).readCases,
  mappings: indexedDbMappings(),
  rubric: () => workbench.rubric?.rubric,
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
  gather: (shownOnly) => workbench.gather(shownOnly),
  reader,
  language: () => preferences.language,
  messages: () => preferences.t,
  build: __BUILD__,
});

egress.watch();
router.watch();
askBeforeLeaving(window, () => workbench.unstoredInAll + keeping.inMemory > 0 || workbench.hasCasesOnlyHere);
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
      destination,
      openApi,
      deviceJudge,
      steps,
      workbench,
      reader,
      unfinished,
      notice,
      news,
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
