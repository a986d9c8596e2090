import { mount } from 'svelte';
import App from './app/App.svelte';
import { buildApp } from './app/build-app.browser';
import { askBeforeLeaving } from './app/ask-before-leaving.svelte';
import { openStorage } from './app/open-storage.browser';
import { lazyParts } from './app/lazy-parts.browser';
import { Preferences } from './i18n/preferences.svelte';
import { sleep } from './kit/clock/clock.browser';
import { indexedDbSettings } from './kit/storage/stored-settings';
import './kit/styles/base.css';

const target = document.getElementById('app');
if (!target) throw new Error('Expected an element with id "app" in index.html, found none.');

const world = {
  random: () => {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  },
  now: () => new Date(),
  build: __BUILD__,
};
const wait = (milliseconds: number) => sleep(milliseconds, new AbortController().signal);
const preferences = new Preferences(indexedDbSettings(wait));
const parts = lazyParts(() => preferences.t.run.notLoaded);
const storage = await openStorage({ preferences, now: world.now, wait, target });
const app = buildApp({ preferences, storage, parts, world, wait });
const { workbench, storageState } = app;

storage.database.listen((event) => {
  if (event === 'outdated') workbench.runner.stepAside();
});
app.egress.watch();
app.router.watch();
askBeforeLeaving(
  window,
  () => workbench.runner.unwrittenInAll + storageState.inMemory > 0 || workbench.hasCasesOnlyHere,
);
// The last moment that a page is sure to have.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void workbench.keep();
});
await workbench.library.own.load();
// The first paint shows the sheet that was open before a reload.
await workbench.openLast();
// A narrow screen opens on the finished judgement.
if (workbench.loadingSamples) app.steps.go('judgement');
mount(App, { target, props: { app } });

// Once loaded, the page works without a network. What is needed first comes first.
await workbench.library.load(workbench.sheet.rubricId);
performance.mark('fetch-ahead');
await import('./app/fetch-ahead.browser').then(
  ({ fetchAhead, partsAhead }) => fetchAhead(partsAhead(parts, app)),
  () => undefined, // A missing part reports its error when it is used.
);
performance.mark('fetched-ahead');
