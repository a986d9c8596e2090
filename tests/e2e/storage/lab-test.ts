import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test as base, type Page } from 'playwright/test';
import { build } from 'vite';
import { serveFolder } from '../../../.ci/lib/static-server.mjs';
import type {} from './lab';

interface Fixtures {
  /** A new tab with the lab in it; all tabs of a test share one storage. */
  openLab: () => Promise<Page>;
}
interface WorkerFixtures {
  labSite: string;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

export const test = base.extend<Fixtures, WorkerFixtures>({
  labSite: [
    // Playwright reads the fixtures a function wants off this pattern; here it wants none.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use, { workerIndex }) => {
      const folder = `${root}/node_modules/.cache/assay-storage-lab-${workerIndex}`;
      await build({
        root,
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: {
          outDir: folder,
          emptyOutDir: true,
          rolldownOptions: { input: `${root}/tests/e2e/storage/lab.html` },
        },
      });
      const site = await serveFolder({ folder });
      await use(`${site.url}tests/e2e/storage/lab.html`);
      await site.close();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  openLab: ({ context, labSite }, use) =>
    use(async () => {
      const page = await context.newPage();
      await page.goto(labSite);
      await page.waitForFunction(() => 'lab' in window);
      return page;
    }),
});

export { expect } from 'playwright/test';
