import { mount } from 'svelte';
import { builtInRubrics } from '../rubrics/built-in';
import { pastedJudge } from './judges/pasted/pasted-judge';
import { rulesJudge } from './judges/rules/rules-judge';
import { CaseImport } from './state/case-import.svelte';
import { Egress } from './state/egress.svelte';
import { Exports } from './state/exports.svelte';
import { Preferences } from './state/preferences.svelte';
import { ReplyDesk } from './state/reply-desk.svelte';
import { Router } from './state/router.svelte';
import { RubricShelf } from './state/rubric-shelf.svelte';
import { Steps } from './state/steps.svelte';
import { Workbench } from './state/workbench.svelte';
import { indexedDbMappings } from './storage/mappings';
import { indexedDbSettings } from './storage/settings';
import App from './ui/App.svelte';
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
const workbench = new Workbench(
  new RubricShelf(builtInRubrics, loadEngine),
  loadEngine,
  [rulesJudge, pastedJudge(replyDesk.fetchReply)],
  world,
);

const caseImport = new CaseImport({
  loadIntake: () => import('./pipeline/intake'),
  loadReader: () => import('./workers/read-cases').then((module) => module.readCases),
  mappings: indexedDbMappings(),
  rubric: () => workbench.rubric?.rubric,
  loadRubric: async () => (await workbench.shelf.load(workbench.rubricId))?.rubric,
  taken: () => new Set(workbench.cases.map(({ id }) => id)),
  take: (taken) => workbench.takeCases(taken),
  samples: () => workbench.shelf.samples(workbench.rubricId),
});
const exports = new Exports({
  loadOutlet: () => import('./pipeline/outlet'),
  gather: (shownOnly) => workbench.gather(shownOnly),
  language: () => preferences.language,
  messages: () => preferences.t,
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
      caseImport,
      exports,
      build: __BUILD__,
    },
  },
});
