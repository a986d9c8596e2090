import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright/test';
import { expect, test } from './support/test';

const BUDGET = 130_000;

test('the first load of the Workbench fetches at most 130 kB of script and style', async ({ page, open }) => {
  const responses = new Map<string, Response>();
  page.on('response', (response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) responses.set(response.url(), response);
  });
  await open();
  // Everything up to here is needed to show the page and its first rubric; what is fetched ahead waits for it.
  await page.waitForFunction(() => performance.getEntriesByName('fetch-ahead').length > 0);
  await expect(page.getByLabel('Upload cases')).toBeEnabled();
  const needed = await page.evaluate(() => {
    const end = performance.getEntriesByName('fetch-ahead')[0]?.startTime ?? 0;
    return performance
      .getEntriesByType('resource')
      .flatMap((entry) => (entry.startTime < end ? [entry.name] : []));
  });
  const files = await Promise.all(
    needed.flatMap((file) => {
      const response = responses.get(file);
      return response ? [sizeOf(response)] : [];
    }),
  );
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const table = files.map(({ file, bytes }) => `${bytes} ${file}`).join('\n');
  expect(files.length, 'files fetched').toBeGreaterThan(0);
  expect(total, `bytes after gzip of\n${table}`).toBeLessThanOrEqual(BUDGET);
});

async function sizeOf(response: Response): Promise<{ file: string; bytes: number }> {
  return { file: response.url(), bytes: gzipSync(await response.body(), { level: 9 }).length };
}
