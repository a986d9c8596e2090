import { describe, expect, it } from 'vitest';
import type { RunHead } from '../../../../src/sheet/run-record';
import type { SheetStore } from '../../../../src/sheet/sheet-store';
import { UnfinishedRuns } from '../../../../src/sheet/run/unfinished-runs.svelte';
import { Browser, order, runHead, storeWith } from '../history-tabs';

const at = (minute: number) => ({ created: `2026-03-01T10:0${minute}:00.000Z` });
const pause = { because: 'person', detail: '' } as const;
const open = (id: string, change: Partial<RunHead> = {}) =>
  runHead(id, 'sheet', { state: 'running', orders: [order], progress: { done: 1, total: 3 }, ...change });

async function unfinishedAmong(
  runs: readonly RunHead[],
  { browser = new Browser(), over = {} }: { browser?: Browser; over?: Partial<SheetStore> } = {},
) {
  await browser.keep('sheet', { title: 'Monday' }, runs);
  const { tools } = browser.open({ store: storeWith(browser.store, over) });
  const unfinished = new UnfinishedRuns(tools);
  const stop = unfinished.stored.watch();
  await unfinished.stored.look();
  return {
    browser,
    tools,
    unfinished,
    stop,
    offered: () => unfinished.offered.map(({ run }) => run.id),
    elsewhere: () => unfinished.elsewhere.map(({ run }) => run.id),
  };
}

describe('unfinished runs', () => {
  it('are those with an order left that no tab drives, newest first, with the title of their sheet', async () => {
    const browser = new Browser();
    await browser.open().tools.locks.claim('elsewhere');
    await browser.keep('deleted', { removed: '2026-03-02T10:00:00.000Z' }, [
      runHead('of-deleted-sheet', 'deleted', { state: 'running', orders: [order] }),
    ]);
    const { offered, elsewhere, unfinished } = await unfinishedAmong(
      [
        open('old', at(1)),
        open('paused', { ...at(2), state: 'paused', pause }),
        open('finished', { ...at(3), state: 'finished', orders: [] }),
        open('cancelled', { ...at(4), state: 'cancelled', orders: [] }),
        open('deleted-run', { ...at(5), removed: '2026-03-02T10:00:00.000Z' }),
        open('elsewhere', at(6)),
        open('imported', { ...at(7), imported: '2026-03-02T10:00:00.000Z' }),
        open('waits-for-batch', { ...at(8), state: 'paused', pause: { because: 'batch', detail: '' } }),
        open('nothing-left', { ...at(8), orders: [] }),
        open('new', at(9)),
      ],
      { browser },
    );
    expect([offered(), elsewhere()]).toEqual([['new', 'paused', 'old'], ['elsewhere']]);
    expect(unfinished.offered[0]?.sheet).toBe('Monday');
  });

  it('are no longer offered once they are left, in other tabs neither', async () => {
    const { browser, unfinished, offered } = await unfinishedAmong([
      open('a', { state: 'paused', pause }),
      open('b'),
    ]);
    const [first] = unfinished.offered.filter(({ run }) => run.id === 'a');
    if (!first) throw new Error('Expected run a.');
    await unfinished.leave(first.run);
    expect(offered()).toEqual(['b']);
    expect(browser.told).toEqual([{ sheet: 'sheet', run: 'a' }]);
    expect(await browser.store.run('a')).toMatchObject({ state: 'cancelled', pause: null, orders: [] });
    await unfinished.stored.look();
    expect(offered()).toEqual(['b']);
  });

  it('that another tab has finished or resumed meanwhile are left as they are', async () => {
    const { browser, unfinished, offered } = await unfinishedAmong([open('a'), open('b')]);
    await browser.store.changeRun('a', (head) => ({ ...head, state: 'finished', orders: [] }));
    await browser.open().tools.locks.claim('b');
    for (const { run } of unfinished.offered) await unfinished.leave(run);
    expect(offered()).toEqual([]);
    expect([(await browser.store.run('a'))?.state, (await browser.store.run('b'))?.state]).toEqual([
      'finished',
      'running',
    ]);
  });

  it('stay offered, and free, when leaving them could not be stored', async () => {
    const { tools, unfinished, offered } = await unfinishedAmong([open('a')], {
      over: { changeRun: () => Promise.reject(new Error('no space')) },
    });
    await expect(unfinished.leave(open('a'))).rejects.toThrow('no space');
    expect(offered()).toEqual(['a']);
    expect(await tools.locks.claim('a')).not.toBeNull();
  });

  it('are offered when the tab that drove them is gone, and only if they are not over', async () => {
    const browser = new Browser();
    const other = browser.open();
    for (const id of ['dies', 'ends']) await other.tools.locks.claim(id);
    const { offered, elsewhere, stop } = await unfinishedAmong([open('dies'), open('ends')], { browser });
    expect([offered(), elsewhere().toSorted()]).toEqual([[], ['dies', 'ends']]);
    await browser.store.changeRun('ends', (head) => ({ ...head, state: 'finished', orders: [] }));
    browser.kill(other);
    await expect.poll(offered, { timeout: 3000 }).toEqual(['dies']);
    expect(elsewhere()).toEqual([]);
    stop();
  });

  it('are dismissed for this visit only', async () => {
    const { browser, unfinished, offered } = await unfinishedAmong([open('a')]);
    unfinished.dismiss('a');
    await unfinished.stored.look();
    expect(offered()).toEqual([]);
    expect((await browser.store.run('a'))?.state).toBe('running');
    const next = new UnfinishedRuns(browser.open().tools);
    await next.stored.look();
    expect(next.offered).toHaveLength(1);
  });
});
