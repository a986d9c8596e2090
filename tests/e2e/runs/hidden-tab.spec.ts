import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright/test';
import { findChromiumWithTabs } from '../../../.ci/lib/browser.mjs';
import { test as base } from '../support/judge-server';
import { expect } from '../support/test';
import { asked, button, expectStatus, prepareRun, setOption } from './run-steps';

interface Fixtures {
  /** Where a browser listens that was started apart from Playwright: a tab that Playwright drives is never hidden. */
  endpoint: string;
  /** Told by pages, by requests to `at`. */
  ear: { at: string; told: readonly string[] };
}

const test = base.extend<Fixtures>({
  endpoint: async ({ launchOptions: { args = [] } }, use) => {
    const executablePath = findChromiumWithTabs();
    if (executablePath === null)
      throw new Error('Expected a Chromium that hides tabs. `npm test` installs it.');
    const profile = await mkdtemp(join(tmpdir(), 'assay-hidden-'));
    const browser = spawn(executablePath, [
      ...args,
      '--headless=new',
      '--window-size=1400,900',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ]);
    const exit = once(browser, 'exit');
    await use(await endpointOf(browser));
    browser.kill();
    await exit;
    // A browser that ends may still write into its profile.
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  },
  // Playwright reads the fixtures a function wants off this pattern; here it wants none.
  // eslint-disable-next-line no-empty-pattern
  ear: async ({}, use) => {
    const told: string[] = [];
    const server = createServer((request, response) => {
      told.push(decodeURIComponent(request.url ?? '').slice(1));
      response.writeHead(204, { 'Access-Control-Allow-Origin': '*' }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    await use({ at: `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/`, told });
    server.closeAllConnections();
    server.close();
  },
});

const cases = 12;

test('in a hidden tab a run goes on, and its waits are no longer than asked for', async ({
  endpoint,
  ear: { at, told },
  site,
  startJudge,
}) => {
  test.setTimeout(90_000);
  const server = await startJudge({
    key: null,
    decide: (_, name) => {
      if (name === 'case-4') return { kind: 'hang' };
      if (name !== 'case-9' || (server.counts.get(name) ?? 0) > 1) return undefined;
      return { kind: 'status', status: 429, retryAfter: '1' };
    },
  });
  server.hold();
  const before = await chromium.connectOverCDP(endpoint);
  const page = pageIn(before.contexts()[0]?.pages(), 'about:blank');
  await page.goto(site);
  await prepareRun(page, server, { cases, key: '' });
  // Longer than it takes to hide the tab: the first two questions wait for that.
  await setOption(page, 'Time limit per case (seconds)', '6');
  await page.evaluate(slowHiddenTimers);
  await page.evaluate(tellWhatIsSeen, at);
  await button(page, 'Judge all').click();
  await expect.poll(() => server.inFlight().now).toBe(2);
  // Lets go of the browser, which stays.
  await before.close();

  const other = `http://127.0.0.1:${new URL(endpoint).port}/json/new?about:blank`;
  expect((await fetch(other, { method: 'PUT' })).ok).toBe(true);
  await expect.poll(() => told, { timeout: 30_000 }).toContain('hidden');
  server.letGo();
  // The title is back to what it is without a run, and no frame was drawn meanwhile.
  await expect.poll(() => told, { timeout: 60_000 }).toContain('hidden, 0 frames: Workbench · Assay');
  expect(told).not.toContain('visible');
  expect(asked(server)).toBe(cases + 1);

  const after = await chromium.connectOverCDP(endpoint);
  const returned = pageIn(after.contexts()[0]?.pages(), site);
  await expectStatus(returned, `${cases} cases judged in`);
  await expect(button(returned, 'Retry 1 failed case')).toBeVisible();
  await after.close();
});

/** In the page: what browsers do to timers of a tab that was hidden for five minutes, from the first moment on. */
function slowHiddenTimers(): void {
  const real = window.setTimeout.bind(window);
  Object.assign(window, {
    setTimeout: (act: () => void, milliseconds = 0) =>
      real(act, document.hidden ? Math.max(60_000, milliseconds) : milliseconds),
  });
}

/** In the page: every change of its title and of whether it is seen, with the frames that were drawn unseen. */
function tellWhatIsSeen(at: string): void {
  const tell = (words: string) => void fetch(at + encodeURIComponent(words));
  let frames = 0;
  const count = () => {
    if (document.hidden) frames += 1;
    requestAnimationFrame(count);
  };
  count();
  document.addEventListener('visibilitychange', () => tell(document.visibilityState));
  new MutationObserver(() =>
    tell(`${document.visibilityState}, ${frames} frames: ${document.title}`),
  ).observe(document.head, { childList: true, subtree: true, characterData: true });
}

function pageIn(pages: readonly Page[] | undefined, url: string): Page {
  const page = pages?.find((candidate) => candidate.url().startsWith(url));
  if (!page) throw new Error(`Expected a tab at ${url}, found none.`);
  return page;
}

/** Where the browser says that it listens. */
function endpointOf({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    stderr?.on('data', (data: Buffer) => {
      said += data.toString();
      const [endpoint] = /ws:\/\/\S+/.exec(said) ?? [];
      if (endpoint !== undefined) resolve(endpoint);
    });
    stderr?.on('end', () => reject(new Error(`Expected a browser, got: ${said}`)));
  });
}
