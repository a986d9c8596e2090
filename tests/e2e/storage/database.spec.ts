import type { Page } from 'playwright/test';
import { expect, test } from './lab-test';

/** What a tab does while another one works; it puts `ready` into its title when that one may begin. */
async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction(() => document.title === 'ready');
}

/** Opens the same database one version further. Gives the names of its stores. */
function openNextVersion(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const request = indexedDB.open('assay', 2);
        request.addEventListener('success', () => resolve([...request.result.objectStoreNames]));
        request.addEventListener('error', () => reject(new Error('Expected the next version to open.')));
      }),
  );
}

test('a tab finishes what it writes, steps aside for a newer version and says so', async ({ openLab }) => {
  const [old, young] = [await openLab(), await openLab()];
  const stepped = old.evaluate(async () => {
    const { lab } = window;
    const database = lab.openDatabase();
    const store = lab.openStore(database);
    await lab.createRun(store);
    const outdated = new Promise<string>((resolve) => database.listen(resolve));
    document.title = 'ready';
    // Writes on until it is asked to step aside; each write either is stored or says that it is not.
    let stored = 0;
    let failure = 'none';
    while (failure === 'none') {
      failure = await lab.failureOf(() => store.append('a', [lab.sampleResult(stored)]));
      if (failure === 'none') stored += 1;
    }
    const later = await lab.failureOf(() => store.list());
    const asOld = await lab.failureOf(() => lab.openStore().list());
    return { heard: await outdated, failure, later, asOld, stored };
  });
  await untilReady(old);
  expect(await openNextVersion(young)).toContain('judgements');
  const { stored, ...told } = await stepped;
  expect(told).toEqual({
    heard: 'outdated',
    failure: 'newer-version',
    later: 'newer-version',
    asOld: 'newer-version',
  });
  expect(stored).toBeGreaterThanOrEqual(0);
  const count = await young.evaluate(
    () =>
      new Promise<unknown>((resolve) => {
        indexedDB.open('assay').addEventListener('success', ({ target }) => {
          if (!(target instanceof IDBOpenDBRequest)) return;
          const log = target.result.transaction('logs').objectStore('logs').get('a');
          log.addEventListener('success', () => resolve(Reflect.get(log.result, 'count')));
        });
      }),
  );
  expect(count).toBe(stored);
});

test('goes on after the browser closed the database, whether data were cleared or another tab deleted it', async ({
  openLab,
  context,
}) => {
  const [page, other] = [await openLab(), await openLab()];
  const stored = () =>
    page.evaluate(async () => {
      const { lab } = window;
      window.store ??= lab.openStore();
      await window.store.createSheet(lab.sampleSheet('s'));
      return (await window.store.list()).sheets.length;
    });
  expect(await stored()).toBe(1);
  const devtools = await context.newCDPSession(other);
  const { origin } = new URL(page.url());
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  expect(await stored()).toBe(1);
  await other.evaluate(() => window.lab.clear());
  expect(await stored()).toBe(1);
});
