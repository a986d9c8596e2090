import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright/test';
import { expect, test } from './support/test';

/** After gzip: what index.html links, and all that is fetched until the first rubric can be judged. */
const limits = { linked: 135_500, fetched: 200_000 };

test.use({ fetchesAhead: true });

test('the first load links at most 135 kB of script and style and fetches at most 200 kB with a finished judgement on it', async ({
  page,
  open,
}) => {
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
  expect(total, `bytes after gzip of\n${table}`).toBeLessThanOrEqual(limits.fetched);
  const linked = await page
    .locator('script[src], link[rel=stylesheet], link[rel=modulepreload]')
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('src') ?? element.getAttribute('href')),
    );
  const first = files.filter(({ file }) =>
    linked.some((address) => file.endsWith(address?.replace('./', '/') ?? '-')),
  );
  expect(
    first.reduce((sum, { bytes }) => sum + bytes, 0),
    `of these ${linked.join(', ')} are linked`,
  ).toBeLessThanOrEqual(limits.linked);
  expect(first.length).toBeGreaterThan(2);
});

test('nothing of the models in the tab is fetched before someone chooses them', async ({ page, open }) => {
  await open();
  await page.waitForFunction(() => performance.getEntriesByName('fetched-ahead').length > 0);
  const fetched = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => (/(engine|webllm|download)\.worker|wllama/.test(name) ? [name] : [])),
    );
  expect(await fetched()).toEqual([]);
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'On this device' });
  await expect.poll(fetched, 'its own runtime is, once it is chosen').not.toEqual([]);
});

async function sizeOf(response: Response): Promise<{ file: string; bytes: number }> {
  return { file: response.url(), bytes: gzipSync(await response.body(), { level: 9 }).length };
}
