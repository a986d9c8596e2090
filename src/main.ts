import { mount } from 'svelte';
import { builtInRubrics } from '../rubrics/built-in';
import { pastedJudge } from './judges/pasted/pasted-judge';
import { rulesJudge } from './judges/rules/rules-judge';
import { CaseFiles } from './state/case-files';
import { CaseImport } from './state/case-import.svelte';
import { Egress } from './state/egress.svelte';
import { JudgementReader } from './state/judgement-reader.svelte';
import { browserNotices, RunNotice } from './state/run-notice.svelte';
import { UnfinishedRuns } from './state/unfinished-runs.svelte';
import { Exports } from './state/exports.svelte';
import { Preferences } from './state/preferences.svelte';
import { ReplyDesk } from './state/reply-desk.svelte';
import { Router } from './state/router.svelte';
import { RubricShelf } from './state/rubric-shelf.svelte';
import { Steps } from './state/steps.svelte';
import { Workbench } from './state/workbench.svelte';
import { indexedDbMappings } from './storage/mappings';
import { indexedDbRunStore } from './storage/runs/indexeddb-run-store';
import { openDatabase } from './storage/runs/open-database';
import { openRunChannel } from './storage/runs/run-channel';
import { runOwnership } from './storage/runs/run-ownership';
import { storageSpace } from './storage/runs/storage-space';
import { usableRunStore } from './storage/runs/usable-run-store';
import { indexedDbSettings } from './storage/settings';
import App from './ui/App.svelte';
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
const loadEngine = () => import('./pipeline/engine');
const database = openDatabase();
const runs = await usableRunStore(indexedDbRunStore(database.use));
const ownership = runOwnership();
const channel = openRunChannel();
const reader = new JudgementReader(runs);
const workbench = new Workbench({
  shelf: new RubricShelf(builtInRubrics, loadEngine),
  judges: [rulesJudge, pastedJudge(replyDesk.fetchReply)],
  loadEngine,
  world,
  runs,
  ownership,
  channel,
  space: storageSpace(),
  reader,
  sleep,
});
const unfinished = new UnfinishedRuns(runs, ownership);
const notice = new RunNotice(browserNotices());

const loadIntake = () => import('./pipeline/intake');
const caseImport = new CaseImport({
  loadIntake,
  loadReader: () => import('./workers/read-cases').then((module) => module.readCases),
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
  loadOutlet: () => import('./pipeline/outlet'),
  gather: (shownOnly) => workbench.gather(shownOnly),
  language: () => preferences.language,
  build: __BUILD__,
});

const target = document.getElementById('app');
if (!target) throw new Error('Expected an element with id "app" in index.html, found none.');
egress.watch();
router.watch();
// The first paint must already have the person's theme and language.
await preferences.load(navigator.language);
mount(App, {
  target,
  props: {
    app: {
      preferences,
      router,
      egress,
      replyDesk,
      steps,
      workbench,
      reader,
      unfinished,
      notice,
      caseImport,
      caseFiles,
      exports,
      build: __BUILD__,
    },
  },
});
