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
    const store = lab.indexedDbSheetStore(database);
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

test('an old tab that does not step aside is waited for, and the person is told', async ({ openLab }) => {
  const [stubborn, young] = [await openLab(), await openLab()];
  await stubborn.evaluate(
    () =>
      new Promise<void>((resolve) => {
        indexedDB.open('assay').addEventListener('success', () => {
          // It is of no version that Assay knows, and is being deleted while this tab holds it.
          indexedDB.deleteDatabase('assay');
          resolve();
        });
      }),
  );
  const opened = young.evaluate(async () => {
    const { lab } = window;
    const database = lab.openDatabase();
    const heard: string[] = [];
    database.listen((event) => heard.push(event));
    document.title = 'ready';
    const { sheets } = await lab.indexedDbSheetStore(database).list();
    return { heard, sheets };
  });
  await untilReady(young);
  await stubborn.close();
  expect(await opened).toEqual({ heard: ['opened'], sheets: [] });
});

test.describe('goes on after the browser closed the database', () => {
  for (const [how, clear] of [
    ['because its data were cleared', 'devtools'],
    ['because another tab deletes it', 'delete'],
  ] as const) {
    test(how, async ({ openLab, context }) => {
      const [page, other] = [await openLab(), await openLab()];
      const ids = page.evaluate(async () => {
        const { lab } = window;
        const store = lab.openStore();
        await store.createSheet(lab.sampleSheet('s'));
        document.title = 'ready';
        await new Promise<void>((resolve) => {
          document.addEventListener('click', () => resolve(), { once: true });
        });
        await store.createSheet(lab.sampleSheet('t'));
        return (await store.list()).sheets.map(({ id }) => id);
      });
      await untilReady(page);
      if (clear === 'devtools') {
        const devtools = await context.newCDPSession(other);
        const { origin } = new URL(page.url());
        await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
      } else {
        await other.evaluate(
          () =>
            new Promise<void>((resolve) => {
              indexedDB.deleteDatabase('assay').addEventListener('success', () => resolve());
            }),
        );
      }
      await page.mouse.click(5, 5);
      expect(await ids).toEqual(['t']);
    });
  }
});
