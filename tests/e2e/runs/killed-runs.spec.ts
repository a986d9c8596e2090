import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type BrowserContext, type Page } from 'playwright/test';
import { startLoopbackJudge } from '../../support/loopback-judge/loopback-judge';
import { exportedLines } from '../support/judged-line';
import { serveSite } from '../support/site';
import { asked, interrupted, prepareRun, runStatus } from './run-steps';

const atOnce = 6;

/** Numbers that look random and are the same in every run, so that a failure can be looked into. */
function* draw(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

const cases = 600;
const kills = 3;
/** The judge keeps so many waiting until the last kill: a run that ends before it would not be offered again. */
const keptOpen = 60;
/** What a kill may cost: what was out at the judge, and what was answered and on its way to storage. */
const mostAskedAgain = 2 * atOnce;

test(`a run of ${cases} cases survives ${kills} killed browsers: nothing lost, nothing doubled`, async ({
  launchOptions,
}) => {
  test.setTimeout(300_000);
  const site = await serveSite();
  let killed = 0;
  const isKeptOpen = (marker: string) => Number(marker.replace('case-', '')) > cases - keptOpen;
  const server = await startLoopbackJudge({
    key: null,
    latency: 10,
    decide: (_, marker) => (killed < kills && isKeptOpen(marker) ? { kind: 'hang' } : undefined),
  });
  const profile = await mkdtemp(join(tmpdir(), 'assay-killed-'));
  const random = draw(20_261_116);

  const opened: BrowserContext[] = [];
  /** Opens the page in the same profile, as a person who starts the browser again. */
  const openBrowser = async (): Promise<{ context: BrowserContext; page: Page }> => {
    const context = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      acceptDownloads: true,
    });
    opened.push(context);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(site.url);
    return { context, page };
  };
  /** Not a friendly end: the process is gone from one moment to the next. */
  const kill = async (context: BrowserContext): Promise<void> => {
    const gone = new Promise<void>((done) => context.once('close', () => done()));
    const cdp = await context.newCDPSession(context.pages()[0] ?? (await context.newPage()));
    cdp.send('Browser.crash').catch(() => {});
    await gone;
  };

  try {
    let { context, page } = await openBrowser();
    await prepareRun(page, server, { cases, atOnce, key: '' });
    await page.getByRole('button', { name: 'Judge all' }).click();

    for (let round = 1; round <= kills; round += 1) {
      const next = Math.floor(((round - 1 + random.next().value) * (cases - keptOpen)) / kills);
      await expect
        .poll(() => asked(server), { timeout: 60_000, intervals: [5] })
        .toBeGreaterThanOrEqual(next);
      const shown = await shownAsDone(page);
      await kill(context);
      killed = round;
      ({ context, page } = await openBrowser());
      await expect(interrupted(page), `after kill ${round}`).toBeVisible({ timeout: 60_000 });
      expect(judgedOf(await interrupted(page).innerText()), `kept at kill ${round}`).toBeGreaterThanOrEqual(
        shown,
      );
      await interrupted(page).getByRole('button', { name: 'Resume' }).click();
      // A browser that was killed mends its storage first, and then the stored run is read.
      await expect(runStatus(page)).toHaveText(/Judging|judged in/, { timeout: 30_000 });
    }
    await expect(runStatus(page)).toContainText(`${cases} cases judged in`, { timeout: 120_000 });

    // Every case was asked for, and again only what was in flight at a kill.
    expect(server.counts.size).toBe(cases);
    expect(asked(server)).toBeLessThanOrEqual(cases + kills * mostAskedAgain);
    expect(Math.max(...server.counts.values())).toBeLessThanOrEqual(kills + 1);

    expect(await page.evaluate(countStored), 'results in the log of the run').toBe(cases);

    const ids = (await exportedLines(page)).map((line) => line.case.id);
    expect(ids.length).toBe(cases);
    expect(new Set(ids).size).toBe(cases);
  } finally {
    // Where the test fails too: a browser that still writes to its profile would be complained of instead of the failure.
    await opened.at(-1)?.close();
    await server.close();
    await site.close();
    // A browser that ends may still write into its profile.
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});

/** The bar is there as long as the run is. */
function shownAsDone(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector('progress')?.value ?? 0);
}

function judgedOf(words: string): number {
  const [, figure] = /([\d,]+) of [\d,]+ judged/.exec(words) ?? [];
  if (figure === undefined) throw new Error(`Expected how many are judged, got ${JSON.stringify(words)}.`);
  return Number(figure.replaceAll(',', ''));
}

/** Runs in the page: a result that was stored twice is hidden by every table and export, but not by the log itself. */
async function countStored(): Promise<number> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open('assay');
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(new Error('The stored runs cannot be opened.'));
  });
  const values = await new Promise<unknown[]>((resolve, reject) => {
    const asked = database.transaction('logs').objectStore('logs').getAll();
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(new Error('The stored runs cannot be read.'));
  });
  database.close();
  for (const value of values)
    if (typeof value === 'object' && value !== null && 'sealed' in value && 'count' in value)
      return Number(value.count);
  throw new Error('Expected the log of a run, found none.');
}
