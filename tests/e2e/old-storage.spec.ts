import { readFile } from 'node:fs/promises';
import { download } from './fixtures/import-steps';
import { expect, test } from './support/test';

/** What a page of version 1 of the stored shape had stored: three cases judged by rules, and by a server that filtered one and said nothing to another. */
const stored = new URL('./fixtures/stored-by-version-1.json', import.meta.url);

test('runs that a page of version 1 stored are listed, opened and exported', async ({ page, open }) => {
  // A file of the site that is no page of ours: nothing else opens the storage.
  await page.goto('./judgement.schema.json');
  await page.evaluate(
    async (text) => {
      const { version, records }: { version: number; records: [IDBValidKey, unknown][] } = JSON.parse(text);
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('assay-runs', version);
        opening.onupgradeneeded = () => {
          const runs = opening.result.createObjectStore('runs');
          for (const [key, value] of records) runs.put(value, key);
        };
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
        opening.onerror = () => reject(opening.error ?? new Error('IndexedDB refused.'));
      });
    },
    await readFile(stored, 'utf8'),
  );

  await open('#/history');
  const runs = page.getByRole('main').getByRole('article');
  await expect(runs).toHaveCount(2);
  await runs.filter({ hasText: 'judge-1' }).getByRole('button', { name: /^Open/ }).click();
  const table = page.getByRole('table', { name: 'Results' });
  await expect(table.getByRole('rowheader')).toHaveText(['c1', 'c2', 'c3']);

  const judgement = page.getByRole('region', { name: 'Judgement' });
  for (const [id, words] of [
    ['c1', /content filter/i],
    ['c2', /so there is no answer/],
    ['c3', /JSON/],
  ] as const) {
    await table.getByRole('button', { name: id, exact: true }).click();
    await expect(judgement).toContainText(words);
  }
  const { path } = await download(page, 'Export JSONL');
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => /"id":"(c\d)"/.exec(line)?.[1])).toEqual(['c1', 'c2', 'c3']);
  for (const name of ['Export CSV', 'Export report'])
    expect((await download(page, name)).name).toMatch(/^brand-entities-[-\d]+-scored\./);
});
