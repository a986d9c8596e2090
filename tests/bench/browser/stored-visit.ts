import type { BrowserContext } from 'playwright';
import { longestTask, type LongestTask } from './longest-task';
import type { StartJudge } from './runs/hold-runs';
import { judgeAll, openWithCases } from './runs/judged-page';
import { variedAnswers } from './runs/varied-judge';

/** What people do with a large run that is stored, and what kept the page's main thread longest meanwhile. */
export interface StoredVisit {
  cases: number;
  longestTasks: LongestTask[];
  /** From the first number that is turned until the page shows what comes of it, by the clock. */
  firstWeighingSeconds: number;
}

const CASES = 20_000;
const AT_ONCE = 16;
const WAIT = { timeout: 600_000 };
const EXPORTS = [
  ['Export CSV', 'scored.csv'],
  ['Export JSONL', 'scored.jsonl'],
  ['Export report', 'scored.html'],
] as const;

/** Has a run of an API judge stored, and beside it one of the rules to compare it with. */
export async function storeRuns(
  context: BrowserContext,
  address: string,
  startJudge: StartJudge,
  cases = CASES,
): Promise<void> {
  const judge = await startJudge({ key: null, http2: true, ...variedAnswers() });
  try {
    const page = await openWithCases(context, address, { cases, baseUrl: judge.baseUrl, atOnce: AT_ONCE });
    await judgeAll(page);
    await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'Rules only' });
    await judgeAll(page);
    await page.close();
  } finally {
    await judge.close();
  }
}

/** Each is done on a page that was loaded for it, as people come back to a run on another day. */
export async function visitStored(
  context: BrowserContext,
  address: string,
  cases = CASES,
): Promise<StoredVisit> {
  const browser = context.browser();
  if (!browser) throw new Error('Expected a browser that can be traced.');
  const longestTasks: LongestTask[] = [];
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT.timeout);
  const watched = async (name: string, act: () => Promise<void>) => {
    longestTasks.push(await longestTask(browser, page, name, act));
  };
  const sheet = () => page.getByRole('article').first();
  const ofModel = () => sheet().getByRole('listitem').filter({ hasText: 'judge-1' }).first();
  /** Menus hold what is done with a sheet or a run. */
  const choose = async (menu: number, name: RegExp) => {
    await sheet().locator('summary').nth(menu).click();
    await sheet().getByText(name).first().click();
  };
  const history = async () => {
    await page.goto('about:blank');
    await page.goto(`${address}#/history`);
    await ofModel().waitFor();
  };
  const said = (words: string | RegExp) => page.getByText(words).first().waitFor(WAIT);

  await history();
  await watched('opened from History', async () => {
    await ofModel()
      .getByRole('button', { name: /judge-1/ })
      .click();
    await page.locator(`table[aria-rowcount="${cases + 1}"][aria-busy=false]`).waitFor(WAIT);
  });
  for (const [button, file] of EXPORTS) {
    await watched(`${file} exported`, async () => {
      await page.getByRole('button', { name: button, exact: true }).click();
      await said(`-${file} is in your downloads`);
    });
  }
  await history();
  await watched('sheet file exported', async () => {
    await choose(0, /^Export sheet file/);
    await said('is in your downloads');
  });
  await history();
  await watched('compared with another run', async () => {
    for (const box of await sheet().getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('button', { name: 'Export differences (CSV)' }).waitFor(WAIT);
  });
  await watched('differences exported', async () => {
    await page.getByRole('button', { name: 'Export differences (CSV)' }).click();
    await said('-differences.csv');
  });
  await history();
  await watched('opened to be weighed', async () => {
    // The newest run, of the rules, stands first.
    await sheet().locator('summary').nth(2).click();
    await ofModel().getByRole('link', { name: 'Details' }).click();
    await page.getByRole('spinbutton').first().waitFor(WAIT);
  });
  let firstWeighingSeconds = 0;
  await watched('weighed anew for the first time', async () => {
    const began = performance.now();
    const knob = page.getByRole('spinbutton').first();
    await knob.fill(String(1 + Number(await knob.inputValue())));
    await knob.blur();
    await page.getByRole('button', { name: 'Export view (CSV)' }).waitFor(WAIT);
    firstWeighingSeconds = (performance.now() - began) / 1000;
  });
  await history();
  await watched('deleted, and then for good', async () => {
    await choose(0, /^Delete sheet/);
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.getByRole('link', { name: 'Workbench' }).click();
  });
  await page.close();
  return { cases, longestTasks, firstWeighingSeconds };
}
