import { mount } from 'svelte';
import { builtInRubrics } from '../rubrics/built-in';
import { readAddress } from './judges/api/read-address';
import { pastedJudge } from './judges/pasted/pasted-judge';
import { rulesJudge } from './judges/rules/rules-judge';
import { ApiJudge } from './state/api-judge.svelte';
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
const loadApi = () => import('./judges/api/api');
const send: typeof fetch = (input, init) => fetch(input, init);
const apiJudge = new ApiJudge({
  readAddress,
  async makeJudge(settings) {
    const [api, { sleep }] = await Promise.all([loadApi(), import('./workers/clock')]);
    const clock = { now: () => Date.now(), sleep };
    return api.apiJudge(api.chatCompletions, settings, {
      fetch: send,
      clock,
      random: Math.random,
      sent: egress.count,
    });
  },
  async testConnection(settings, signal) {
    const { testConnection, chatCompletions, probe } = await loadApi();
    return testConnection(chatCompletions, settings, { fetch: send, probe }, signal);
  },
  explain: async (fault) => (await import('./i18n/api-words')).apiWords[preferences.language].form[fault],
});
const workbench = new Workbench(
  new RubricShelf(builtInRubrics, loadEngine),
  loadEngine,
  [rulesJudge, pastedJudge(replyDesk.fetchReply), apiJudge],
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
      apiJudge,
      steps,
      workbench,
      caseImport,
      exports,
      build: __BUILD__,
    },
  },
});
