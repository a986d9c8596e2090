import { expect, test as base } from 'playwright/test';
import { serveSite } from './site';
import { watch } from './watch';

interface Fixtures {
  /** Opens the page at a route such as `#/rubrics`; without one, where a visitor arrives. */
  open: (route?: string) => Promise<void>;
  /** Filled while the test runs; the test fails if anything is in it at the end. */
  problems: string[];
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
  problems: [
    async ({ context, site }, use) => {
      const problems = await watch(context, new URL(site).origin);
      await use(problems);
      expect(problems, 'what the page did that it never may').toEqual([]);
    },
    { auto: true },
  ],
  open: ({ page }, use) =>
    use(async (route = '') => {
      await page.goto(`./${route}`);
    }),
});

export { expect } from 'playwright/test';
