import { writeFileSync } from 'node:fs';
import type { Browser, BrowserContext } from 'playwright';
import type { Measurement } from '../support/measure';
import { holdContests } from './hold-contests';
import { holdStorageContests } from './hold-storage';
import { largeFile } from './large-file';
import { visit, type Visit } from './visit';

export { visitWithBatch } from './batch-visit';
export { measureInteraction } from './interaction';
export { measureOverview } from './overview';
export { measureBurst } from './runs/burst';
export { holdRunContests } from './runs/hold-runs';
export { runSizes, weighRun } from './runs/run-memory';
export { storeRuns, visitStored } from './stored-visit';

/** All that is measured in a browser. `folder` is what `address` serves; the large file is put there. */
export async function measureInBrowser(
  browser: Browser,
  { folder, address }: { folder: string; address: string },
  printResult: (result: Measurement) => void,
): Promise<Visit & { results: Measurement[]; megabytes: number }> {
  const text = largeFile();
  const file = `${folder}/cases.csv`;
  const bytes = Buffer.byteLength(text);
  writeFileSync(file, text);
  const open = async (path: string) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      acceptDownloads: false,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(address + path);
    return page;
  };

  const contestPage = await open('tests/bench/browser/contest.html');
  const results = await holdContests(contestPage, `${address}cases.csv`, bytes, printResult);
  await contestPage.context().close();
  return { megabytes: bytes / 1e6, results, ...(await visit(browser, await open(''), file, bytes)) };
}

export async function measureStorage(
  profile: BrowserContext,
  address: string,
  printResult: (result: Measurement) => void,
): Promise<Measurement[]> {
  const page = await profile.newPage();
  page.setDefaultTimeout(600_000);
  await page.goto(`${address}tests/bench/browser/storage.html`);
  return holdStorageContests(page, printResult);
}
