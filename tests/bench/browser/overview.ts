import type { Browser } from 'playwright';
import { longestTask, type LongestTask } from './longest-task';
import { bringCases, judgeAll } from './runs/judged-page';

export interface OverviewTimes {
  cases: number;
  /** From the press of the tab until the heat map is drawn, by the clock. */
  openingMilliseconds: number;
  opening: LongestTask;
  scrolling: LongestTask;
}

const CASES = 5_000;

/** Opens the overview of a sheet of many judged cases and scrolls its heat map from end to end. */
export async function measureOverview(
  browser: Browser,
  address: string,
  cases = CASES,
): Promise<OverviewTimes> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(address);
  await bringCases(page, cases);
  await judgeAll(page);
  // Its code is fetched ahead while the page is idle, or when it is first opened.
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.locator('.long [role=button]').first().waitFor();
  await page.getByRole('tab', { name: 'Cases' }).click();
  await page.locator('table[aria-busy=false]').first().waitFor();
  let openingMilliseconds = 0;
  const opening = await longestTask(browser, page, 'open the overview', async () => {
    openingMilliseconds = await page.evaluate(openOverview);
  });
  const map = page.locator('.long');
  await map.scrollIntoViewIfNeeded();
  await map.hover();
  const scrolling = await longestTask(browser, page, 'scroll the heat map', async () => {
    for (let turn = 0; turn < 60; turn += 1) {
      await page.mouse.wheel(0, 1_500);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  });
  await context.close();
  return { cases, openingMilliseconds, opening, scrolling };
}

/** Runs in the page. */
function openOverview(): Promise<number> {
  const tab = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(
    ({ textContent }) => textContent === 'Overview',
  );
  if (!tab) throw new Error('Expected the tab "Overview".');
  return new Promise((resolve) => {
    const began = performance.now();
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.long [role=button]')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    });
    observer.observe(document.body, { childList: true, subtree: true });
    tab.click();
  });
}
