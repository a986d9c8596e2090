import type { BrowserContext, Page } from 'playwright';
import { bringCases, judgeAll } from './runs/judged-page';

/** How long the page takes to show the first sign of an answer to a person's press, at worst. */
export interface Interactions {
  cases: number;
  /** Milliseconds from the press to the next paint, of the slowest press of its kind. */
  slowest: { name: string; milliseconds: number; presses: number }[];
}

const CASES = 5_000;

/** Works with a sheet of many judged cases as people do, and asks the browser what each press took. */
export async function measureInteraction(
  context: BrowserContext,
  address: string,
  cases = CASES,
): Promise<Interactions> {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.addInitScript(watchPresses);
  await page.goto(address);
  await bringCases(page, cases);
  await judgeAll(page);
  const slowest: Interactions['slowest'] = [];
  const table = page.getByRole('table', { name: 'Results' });
  const settled = () => page.locator('table[aria-busy=false]').first().waitFor();
  const kinds: [string, () => Promise<void>][] = [
    [
      'choose a row',
      async () => {
        for (const row of [1, 3, 5, 2]) await table.locator('tbody button').nth(row).click();
      },
    ],
    [
      'step to the next case',
      async () => {
        for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowDown');
      },
    ],
    [
      'step through criteria',
      async () => {
        for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
      },
    ],
    [
      'sort',
      async () => {
        for (let press = 0; press < 2; press += 1) {
          await table.getByRole('columnheader', { name: 'Case' }).getByRole('button').first().click();
          await settled();
        }
      },
    ],
    [
      'search',
      async () => {
        await page.getByRole('searchbox').pressSequentially('cast iron');
        await settled();
      },
    ],
  ];
  for (const [name, act] of kinds) {
    await page.evaluate(() => (window.presses.length = 0));
    await act();
    const { milliseconds, presses } = await worstPress(page);
    slowest.push({ name, milliseconds, presses });
  }
  await page.close();
  return { cases, slowest };
}

async function worstPress(page: Page): Promise<{ milliseconds: number; presses: number }> {
  // Entries come with the frame after the press.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
  const durations = await page.evaluate(() => [...window.presses]);
  return { milliseconds: Math.max(0, ...durations), presses: durations.length };
}

/** Runs in the page. The browser rounds to 8 ms and tells nothing of presses that took less than 16. */
function watchPresses(): void {
  window.presses = [];
  // The types of the library do not know the threshold yet.
  const options: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
    buffered: true,
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('interactionId' in entry && entry.interactionId !== 0) window.presses.push(entry.duration);
  }).observe(options);
}

declare global {
  interface Window {
    presses: number[];
  }
}
