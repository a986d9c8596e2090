import { gzipSync } from 'node:zlib';
import { expect, test } from './support/test';

const BUDGET = 130_000;

test('the first load of the Workbench fetches at most 130 kB of script and style', async ({ page, open }) => {
  const sizes: Promise<{ file: string; bytes: number }>[] = [];
  page.on('response', (response) => {
    if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return;
    sizes.push(
      response.body().then((body) => ({ file: response.url(), bytes: gzipSync(body, { level: 9 }).length })),
    );
  });
  await open();
  await page.waitForLoadState('networkidle');
  const files = await Promise.all(sizes);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const table = files.map(({ file, bytes }) => `${bytes} ${file}`).join('\n');
  expect(files.length, 'files fetched').toBeGreaterThan(0);
  expect(total, `bytes after gzip of\n${table}`).toBeLessThanOrEqual(BUDGET);
});
