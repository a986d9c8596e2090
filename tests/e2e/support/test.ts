import { expect, test as base } from 'playwright/test';
import { emptySheet } from './page';
import { serveSite } from './site';
import { watch } from './watch';

interface Fixtures {
  /** Opens the page at a route such as `#/rubrics`; without one, the Workbench with an empty sheet. */
  open: (route?: string) => Promise<void>;
  /** Opens the page where a visitor arrives: on samples with example replies. */
  arrive: () => Promise<void>;
  /** Filled while the test runs; the test fails if anything is in it at the end. */
  problems: string[];
  /**
   * Whether the page fetches ahead what it may need without a network. That takes as long as all the rest of a page's start, so most
   * tests leave the page no idle moment for it: each part comes when it is needed.
   */
  fetchesAhead: boolean;
}
interface WorkerFixtures {
  site: string;
}

/** Every test gets a fresh browser profile, and fails when the page misbehaves in any way that `watch` knows. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    // Playwright reads the fixtures a function wants off this pattern; here it wants none.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const site = await serveSite();
      await use(site.url);
      await site.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site),
  fetchesAhead: [false, { option: true }],
  problems: [
    async ({ context, site, fetchesAhead }, use) => {
      if (!fetchesAhead) await context.addInitScript(() => (window.requestIdleCallback = () => 0));
      const problems = await watch(context, new URL(site).origin);
      await use(problems);
      expect(problems, 'what the page did that it never may').toEqual([]);
    },
    { auto: true },
  ],
  open: ({ page }, use) =>
    use(async (route = '') => {
      await page.goto(`./${route}`);
      if (route === '') await emptySheet(page);
    }),
  arrive: ({ page }, use) =>
    use(async () => {
      await page.goto('./');
    }),
});

export { expect } from 'playwright/test';
