import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { chromium, type BrowserContext, type Page } from 'playwright/test';
import { startLoopbackJudge } from '../../support/loopback-judge/loopback-judge';
import { serveSite } from '../support/site';
import { expect, test } from 'playwright/test';

const cases = 2_000;
const kills = 10;
const atOnce = 6;

/** Numbers that look random and are the same in every run, so that a failure can be looked into. */
function* draw(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

test('a run of 2,000 cases survives ten killed browsers: nothing lost, nothing doubled', async ({
  launchOptions,
}, { outputDir }) => {
  test.setTimeout(300_000);
  const site = await serveSite();
  const server = await startLoopbackJudge({ key: null, latency: 10 });
  const profile = await mkdtemp(join(tmpdir(), 'assay-killed-'));
  const random = draw(20_261_116);
  const asked = () => [...server.counts.values()].reduce((sum, count) => sum + count, 0);

  /** Opens the page in the same profile, as a person who starts the browser again. */
  const openBrowser = async (): Promise<{ context: BrowserContext; page: Page }> => {
    const context = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      acceptDownloads: true,
    });
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
    await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
    await page.getByRole('textbox', { name: 'Base URL' }).fill(server.baseUrl);
    await page.getByRole('textbox', { name: 'Model', exact: true }).fill('judge-1');
    await page.getByRole('spinbutton', { name: 'At once' }).fill(String(atOnce));
    const samples = await readFile(
      new URL('../../../rubrics/brand-entities/samples.csv', import.meta.url),
      'utf8',
    );
    const [sample] = Papa.parse<Record<string, string>>(samples, { header: true }).data;
    const rows = Array.from({ length: cases }, (_, row) => ({
      ...sample,
      id: `case-${row}`,
      title: `case-${row} ${sample?.['title'] ?? ''}`,
    }));
    await page.getByLabel('Upload cases').setInputFiles({
      name: 'cases.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(Papa.unparse(rows)),
    });
    await page.getByRole('button', { name: /^Use / }).click();
    await expect(page.getByRole('table', { name: 'Results' })).toBeVisible();
    await page.getByRole('button', { name: 'Judge all' }).click();

    let inFlight = 0;
    for (let round = 1; round <= kills; round += 1) {
      const next = Math.floor(((round - 1 + random.next().value) * cases) / kills);
      await expect.poll(asked, { timeout: 60_000, intervals: [5] }).toBeGreaterThanOrEqual(next);
      await kill(context);
      // Out at the judge, or answered and on the way to storage.
      inFlight += 2 * atOnce;
      ({ context, page } = await openBrowser());
      const interrupted = page.getByRole('region', { name: 'Interrupted runs' });
      await expect(interrupted, `after kill ${round}`).toBeVisible({ timeout: 60_000 });
      await interrupted.getByRole('button', { name: 'Resume' }).click();
      // A browser that was killed mends its storage first, and then the stored run is read.
      await expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/Judging|judged in/, {
        timeout: 30_000,
      });
    }
    await expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/2,000 cases judged in/, {
      timeout: 120_000,
    });

    // Every case was asked for, and again only what was in flight at a kill.
    expect(server.counts.size).toBe(cases);
    expect(asked()).toBeLessThanOrEqual(cases + inFlight);
    expect(Math.max(...server.counts.values())).toBeLessThanOrEqual(kills + 1);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export JSONL' }).click();
    const path = join(outputDir, 'judgements.jsonl');
    await (await downloading).saveAs(path);
    const ids = (await readFile(path, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => /"case-\d+"/.exec(line)?.[0]);
    expect(ids.length).toBe(cases);
    expect(new Set(ids).size).toBe(cases);
    await context.close();
  } finally {
    await server.close();
    await site.close();
    await rm(profile, { recursive: true, force: true });
  }
});
