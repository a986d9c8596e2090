import { describe, expect, it } from 'vitest';
import { StorageFailure } from '../../../src/storage/runs/run-store';
import type { Workbench } from '../../../src/state/workbench.svelte';
import { workbenchWith } from './shelf-for-tests';
import { SlowJudge } from './slow-judge';
import { Browser, type Tab } from './tabs-for-tests';

const pause = { because: 'storage', storage: 'quota' };

/** A tab whose run has stored one of its three results when the storage is full. */
async function withoutSpace(browser: Browser) {
  const tab = browser.open();
  const slow = new SlowJudge('slow');
  const workbench = workbenchIn(browser, tab, slow);
  await workbench.loadSamples();
  workbench.setup.chooseJudge('slow');
  const run = workbench.judgeAll();
  await expect.poll(() => slow.asked).toBe(1);
  slow.answer();
  await expect.poll(() => workbench.run).toMatchObject({ kind: 'running', done: 1 });
  const append = browser.store.append.bind(browser.store);
  browser.store.append = () => Promise.reject(new StorageFailure('quota', 'full'));
  const fill = async () => {
    await expect.poll(() => slow.asked).toBe(1);
    slow.answer();
    await expect.poll(() => workbench.run).toMatchObject({ kind: 'paused', pause });
  };
  const makeRoom = () => (browser.store.append = append);
  const id = workbench.activeRunId ?? '';
  return { id, tab, slow, workbench, run, fill, makeRoom };
}
function workbenchIn(browser: Browser, tab: Tab, slow: SlowJudge): Workbench {
  return workbenchWith([slow.judge], {}, browser.store, tab.ownership, tab.channel);
}
function following(browser: Browser) {
  const tab = browser.open();
  tab.show();
  return { tab, workbench: workbenchIn(browser, tab, new SlowJudge('slow')) };
}

describe('a run that waits for space, which the storage cannot be told', () => {
  it.each([
    ['while another tab follows it', true],
    ['before another tab looks at it', false],
  ])('is told as paused to other tabs: it began to wait %s', async (_, opensFirst) => {
    const browser = new Browser();
    const { id, workbench: owner, run, slow, fill, makeRoom } = await withoutSpace(browser);
    if (!opensFirst) await fill();
    const other = following(browser);
    const listed = () => other.tab.history.stateOf(other.tab.headOf(id));
    await other.workbench.openRun(id);
    await expect.poll(() => other.tab.ids).toEqual([id]);
    if (opensFirst) {
      expect([other.workbench.run, listed()]).toMatchObject([{ doing: 'judging' }, { doing: 'judging' }]);
      await fill();
    }
    const waiting = { kind: 'elsewhere', doing: 'paused', pause, done: 1, total: 3 };
    await expect.poll(() => other.workbench.run).toMatchObject(waiting);
    await expect.poll(listed).toMatchObject(waiting);
    expect((await browser.store.head(id))?.state).toBe('running');

    makeRoom();
    await owner.resume();
    await expect.poll(listed).toMatchObject({ kind: 'elsewhere', doing: 'judging', done: 2 });
    await expect.poll(() => other.workbench.run).toMatchObject({ doing: 'judging', done: 2 });
    await expect.poll(() => slow.asked).toBe(1);
    slow.answer();
    await run;
    await expect.poll(() => other.workbench.run.kind).toBe('finished');
    await expect.poll(() => listed().kind).toBe('finished');
  });

  it('is no longer told as waiting for space once its owner is dead and another tab goes on', async () => {
    const browser = new Browser();
    const { id, tab, fill } = await withoutSpace(browser);
    const other = following(browser);
    await other.workbench.openRun(id);
    await fill();
    await expect.poll(() => other.workbench.run).toMatchObject({ doing: 'paused' });
    const states = () => [other.workbench.run, other.tab.history.stateOf(other.tab.headOf(id))];
    browser.kill(tab);
    await expect.poll(states).toMatchObject([{ kind: 'interrupted' }, { kind: 'interrupted' }]);
    const next = browser.open();
    expect(await next.ownership.claim(id)).not.toBeNull();
    next.tell({ kind: 'head', run: id });
    await expect.poll(states).toMatchObject([{ doing: 'judging' }, { doing: 'judging' }]);
  });
});
