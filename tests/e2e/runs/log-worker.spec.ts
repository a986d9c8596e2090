import type { Page } from 'playwright/test';
import { loadSamples } from '../fixtures/workbench-steps';
import { expect, test } from '../support/test';

declare global {
  interface Window {
    /** Runs whose judgements the page itself has written. */
    writtenHere: Set<string>;
  }
}

/** Runs that are stored whole, with how many judgements each. */
function storedRuns(page: Page): Promise<{ id: string; judgements: number }[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('assay-runs');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error ?? new Error('IndexedDB refused.'));
    });
    const store = database.transaction('runs').objectStore('runs');
    const read = (range: IDBKeyRange) =>
      new Promise<unknown[]>((resolve, reject) => {
        const request = store.getAll(range);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB refused.'));
      });
    const runs: { id: string; judgements: number }[] = [];
    for (const head of await read(IDBKeyRange.bound(['head'], ['head', []]))) {
      if (typeof head !== 'object' || head === null || Reflect.get(head, 'state') !== 'finished') continue;
      const id = String(Reflect.get(head, 'id'));
      const pieces = await read(IDBKeyRange.bound(['run', id, 'judgements'], ['run', id, 'judgements', []]));
      runs.push({ id, judgements: pieces.flat().length });
    }
    database.close();
    return runs;
  });
}

test('once its worker is there, the page writes no results itself, and all are stored', async ({
  page,
  open,
}) => {
  await page.addInitScript(() => {
    window.writtenHere = new Set();
    const usual: unknown = Reflect.get(IDBObjectStore.prototype, 'put');
    if (typeof usual !== 'function') throw new Error('Expected a way to put values.');
    const watched = new Proxy(usual, {
      apply(put, store, given: unknown[]) {
        const [, key] = given;
        const [, run, kind]: unknown[] = Array.isArray(key) ? key : [];
        if (typeof run === 'string' && kind === 'judgements') window.writtenHere.add(run);
        const request: unknown = Reflect.apply(put, store, given);
        return request;
      },
    });
    Object.defineProperty(IDBObjectStore.prototype, 'put', { value: watched });
  });
  await open();
  const cases = await loadSamples(page);
  const judge = async () => {
    const before = (await storedRuns(page)).length;
    await page.getByRole('button', { name: 'Judge all' }).click();
    await expect.poll(async () => (await storedRuns(page)).length).toBe(before + 1);
  };
  await judge();
  const writtenHere = () => page.evaluate(() => [...window.writtenHere]);
  expect(await writtenHere()).toHaveLength(1);
  // It starts with the first results, and is ready when it has the database open.
  await expect(async () => {
    const before = await writtenHere();
    await judge();
    expect(await writtenHere()).toEqual(before);
  }).toPass();
  expect(page.workers().some((worker) => worker.url().includes('log.worker'))).toBe(true);
  const runs = await storedRuns(page);
  expect(runs.map(({ judgements }) => judgements)).toEqual(runs.map(() => cases));
});
