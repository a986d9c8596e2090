import { describe, expect, it } from 'vitest';
import { RunNews } from '../../../src/state/run-news';
import { followPresence } from '../../../src/state/run-presence';
import { StorageFailure } from '../../../src/storage/runs/run-store';
import { Browser } from './tabs-for-tests';

/** A tab that shows two runs, beside one with the list of all. */
async function shown() {
  const browser = new Browser();
  for (const id of ['a', 'b', 'other']) await browser.judged(id);
  const list = browser.open();
  list.show();
  await expect.poll(() => list.ids).toHaveLength(3);
  const here = browser.open();
  const news = new RunNews(here.channel);
  const told: string[][] = [];
  const leave = followPresence(['a', 'b'], { runs: browser.store, news }, (missing) =>
    told.push([...missing]),
  );
  return { browser, list, news, told, leave };
}

describe('runs that a screen shows', () => {
  it('are missing once another tab deletes them, and back once it undoes that', async () => {
    const { list, told } = await shown();
    await list.history.remove(list.headOf('b'));
    await expect.poll(() => told).toEqual([['b']]);
    await list.history.undo();
    await expect.poll(() => told).toEqual([['b'], []]);
  });

  it('stay missing when another tab deletes them for good', async () => {
    const { list, told } = await shown();
    await list.history.remove(list.headOf('b'));
    await expect.poll(() => told).toEqual([['b']]);
    await list.history.remove(list.headOf('a'));
    await expect.poll(() => told.at(-1)).toEqual(['a', 'b']);
    list.leave();
    await expect.poll(() => told.length).toBeGreaterThan(3);
    expect(told.at(-1)).toEqual(['a', 'b']);
  });

  it('are missing once this tab deletes them, as it tells the others too', async () => {
    const { browser, news, told } = await shown();
    await browser.store.remove('a');
    news.tell({ kind: 'removed', run: 'a' });
    await expect.poll(() => told).toEqual([['a']]);
    expect(browser.told.at(-1)).toEqual({ kind: 'removed', run: 'a' });
  });

  it('are not looked at for other runs, for results that come in, or once the screen is left', async () => {
    const { browser, list, news, told, leave } = await shown();
    let looks = 0;
    const head = browser.store.head.bind(browser.store);
    browser.store.head = (id) => {
      looks += 1;
      return head(id);
    };
    news.tell({ kind: 'removed', run: 'other' });
    news.tell({ kind: 'progress', run: 'a', upTo: 3 });
    expect(looks).toBe(0);
    news.tell({ kind: 'head', run: 'a' });
    leave();
    news.tell({ kind: 'removed', run: 'a' });
    list.tell({ kind: 'removed', run: 'a' });
    await browser.store.heads();
    expect([looks, told]).toEqual([2, []]);
  });

  it('are as the last look found them, whichever ends first', async () => {
    const { browser, news, told } = await shown();
    const head = browser.store.head.bind(browser.store);
    const late: (() => void)[] = [];
    browser.store.head = () => new Promise((resolve) => late.push(() => resolve(null)));
    news.tell({ kind: 'head', run: 'a' });
    browser.store.head = head;
    news.tell({ kind: 'head', run: 'a' });
    await expect.poll(() => told).toEqual([[]]);
    for (const end of late) end();
    await browser.store.heads();
    expect([late.length, told]).toEqual([2, [[]]]);
  });

  it('are left as they are where the storage cannot be read', async () => {
    const { browser, news, told } = await shown();
    const head = browser.store.head.bind(browser.store);
    browser.store.head = () => Promise.reject(new StorageFailure('unavailable', 'no'));
    news.tell({ kind: 'head', run: 'a' });
    await browser.store.heads();
    expect(told).toEqual([]);
    browser.store.head = head;
    news.tell({ kind: 'head', run: 'a' });
    await expect.poll(() => told).toEqual([[]]);
  });
});
