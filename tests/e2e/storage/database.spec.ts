import type { Page } from 'playwright/test';
import { expect, test } from './lab-test';

/** What a tab does while another one works; it puts `ready` into its title when that one may begin. */
async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction(() => document.title === 'ready');
}

/** Opens the same database one version further, where every run's title is in capitals. */
function openNextVersion(page: Page) {
  return page.evaluate(async () => {
    const { lab } = window;
    const heard: string[] = [];
    const shout = (transaction: IDBTransaction) =>
      new Promise<void>((resolve, reject) => {
        const request = transaction.objectStore('runs').openCursor(IDBKeyRange.bound(['head'], ['head', []]));
        request.addEventListener('error', () => reject(new Error('Expected heads to be readable.')));
        request.addEventListener('success', () => {
          const cursor = request.result;
          if (!cursor) {
            resolve();
            return;
          }
          const title: unknown = Reflect.get(cursor.value, 'title');
          cursor.update({ ...cursor.value, title: String(title).toUpperCase() });
          cursor.continue();
        });
      });
    const database = lab.openDatabase({ steps: [...lab.upgradeSteps, shout] });
    database.listen((event) => heard.push(event));
    const store = lab.indexedDbRunStore(database.use);
    const titles = (await store.heads()).heads.map(({ title }) => title);
    return { titles, rows: (await lab.collect(store.entries('a'))).map(({ row }) => row), heard };
  });
}

test('an upgrade rewrites what is stored; the old tab finishes what it writes, steps aside and says so', async ({
  openLab,
}) => {
  const [old, young] = [await openLab(), await openLab()];
  const stepped = old.evaluate(async () => {
    const { lab } = window;
    const database = lab.openDatabase();
    const store = lab.indexedDbRunStore(database.use);
    await store.create(lab.sampleRun('a'));
    const outdated = new Promise<string>((resolve) => database.listen(resolve));
    document.title = 'ready';
    // Writes on until it is asked to step aside; each write either is stored or says that it is not.
    let stored = 0;
    let failure = 'none';
    while (failure === 'none') {
      failure = await lab.failureOf(() => store.append('a', [lab.sampleResult(stored)]));
      if (failure === 'none') stored += 1;
    }
    const later = await lab.failureOf(() => store.heads());
    const asOld = await lab.failureOf(() => lab.indexedDbRunStore(lab.openDatabase().use).heads());
    return { heard: await outdated, failure, later, asOld, stored };
  });
  await untilReady(old);
  const upgraded = await openNextVersion(young);
  const { stored, ...told } = await stepped;
  expect(told).toEqual({
    heard: 'outdated',
    failure: 'newer-version',
    later: 'newer-version',
    asOld: 'newer-version',
  });
  expect(upgraded).toEqual({
    titles: ['RUN A'],
    rows: Array.from({ length: stored }, (_, row) => row),
    heard: ['opened'],
  });
});

test('runs of version 1 are read as they were, and a tab of version 1 steps aside', async ({ openLab }) => {
  const [old, young] = [await openLab(), await openLab()];
  const stepped = old.evaluate(async () => {
    const { lab } = window;
    const database = lab.openDatabase({ steps: lab.upgradeSteps.slice(0, 1) });
    const pause = { because: 'judge', detail: 'The server is down.' } as const;
    await lab.indexedDbRunStore(database.use).create(lab.sampleRun('a', 3, 2, { state: 'paused', pause }));
    // Version 1 did not say where the pieces of the cases begin.
    await database.use('readwrite', (store) =>
      lab.promisifyRequest(store.delete(['run', 'a', 'case-starts'])),
    );
    return new Promise<string>((resolve) => {
      database.listen(resolve);
      document.title = 'ready';
    });
  });
  await untilReady(old);
  const head = await young.evaluate(async () => {
    const { lab } = window;
    const store = lab.indexedDbRunStore(lab.openDatabase().use);
    const again = { before: 2, left: 1 };
    await store.append('a', [lab.sampleResult(0), lab.sampleResult(1)]);
    const before = await store.head('a');
    await store.changeHead('a', (stored) => ({ ...stored, state: 'running', pause: null, again }));
    return {
      before: before?.pause,
      second: (await store.caseAt('a', 1)).case.id,
      ids: (await store.heads()).heads.map(({ id, again: kept }) => [id, kept]),
    };
  });
  expect(head).toEqual({
    before: { because: 'judge', detail: 'The server is down.' },
    second: 'case-1',
    ids: [['a', { before: 2, left: 1 }]],
  });
  expect(await stepped).toBe('outdated');
});

test('an upgrade that fails changes nothing', async ({ openLab }) => {
  const page = await openLab();
  const outcome = await page.evaluate(async () => {
    const { lab } = window;
    const before = lab.openDatabase();
    await lab.indexedDbRunStore(before.use).create(lab.sampleRun('a'));
    before.close();
    const breaking = (transaction: IDBTransaction) => {
      transaction.objectStore('runs').clear();
      throw new Error('no');
    };
    const steps = [...lab.upgradeSteps, breaking];
    const failure = await lab.failureOf(() => lab.indexedDbRunStore(lab.openDatabase({ steps }).use).heads());
    const { heads } = await lab.indexedDbRunStore(lab.openDatabase().use).heads();
    return { failure, ids: heads.map(({ id }) => id) };
  });
  expect(outcome).toEqual({ failure: 'unavailable', ids: ['a'] });
});

test('an old tab that does not step aside is waited for, and the person is told', async ({ openLab }) => {
  const [stubborn, young] = [await openLab(), await openLab()];
  await stubborn.evaluate(async () => {
    const { lab } = window;
    const database = lab.openDatabase();
    await lab.indexedDbRunStore(database.use).create(lab.sampleRun('a'));
    database.close();
    await new Promise<void>((resolve) => {
      const request = indexedDB.open('assay-runs');
      request.addEventListener('success', () => resolve());
    });
  });
  const opened = young.evaluate(async () => {
    const { lab } = window;
    const database = lab.openDatabase({ steps: [...lab.upgradeSteps, () => undefined] });
    const heard: string[] = [];
    database.listen((event) => {
      heard.push(event);
      document.title = 'ready';
    });
    const { heads } = await lab.indexedDbRunStore(database.use).heads();
    return { heard, ids: heads.map(({ id }) => id) };
  });
  await untilReady(young);
  await stubborn.close();
  expect(await opened).toEqual({ heard: ['blocked', 'opened'], ids: ['a'] });
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
        const store = lab.indexedDbRunStore(lab.openDatabase().use);
        await store.create(lab.sampleRun('a'));
        document.title = 'ready';
        await new Promise<void>((resolve) => {
          document.addEventListener('click', () => resolve(), { once: true });
        });
        await store.create(lab.sampleRun('b'));
        return (await store.heads()).heads.map(({ id }) => id);
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
              indexedDB.deleteDatabase('assay-runs').addEventListener('success', () => resolve());
            }),
        );
      }
      await page.mouse.click(5, 5);
      expect(await ids).toEqual(['b']);
    });
  }
});

test("idb-keyval's functions work on it", async ({ openLab }) => {
  const page = await openLab();
  expect(
    await page.evaluate(async () => {
      const { lab } = window;
      const { use } = lab.openDatabase();
      await lab.set(['x', 1], 'one', use);
      return lab.get<string>(['x', 1], use);
    }),
  ).toBe('one');
});
