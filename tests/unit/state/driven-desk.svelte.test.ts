import { describe, expect, it } from 'vitest';
import type { Workbench } from '../../../src/state/workbench.svelte';
import { StorageFailure } from '../../../src/storage/runs/run-store';
import { workbenchWith } from './shelf-for-tests';
import { SlowJudge } from './slow-judge';
import { Browser } from './tabs-for-tests';

async function newestRun({ runs }: Workbench): Promise<string> {
  const { heads } = await runs.heads();
  return heads.at(-1)?.id ?? '';
}
const full = () => Promise.reject(new StorageFailure('quota', 'full'));
const newer = () => Promise.reject(new StorageFailure('newer-version', 'newer'));

/** The samples, put to a judge whose first question is out. */
async function begun(browser: Browser, tab = browser.open()) {
  const slow = new SlowJudge('slow');
  const workbench = workbenchWith([slow.judge], {}, browser.store, tab.ownership, tab.channel);
  await workbench.loadSamples();
  workbench.setup.chooseJudge('slow');
  const judging = workbench.judgeAll();
  await expect.poll(() => slow.asked).toBe(1);
  return { slow, workbench, judging, id: await newestRun(workbench) };
}

/** A run that was cancelled, opened from history and resumed: its first question is out. */
async function resumedFromHistory(browser: Browser) {
  const { slow, workbench, judging, id } = await begun(browser);
  workbench.cancel();
  await judging;
  slow.answer();
  workbench.clearCases();
  await workbench.openRun(id);
  const goingOn = workbench.resume();
  await expect.poll(() => slow.asked).toBe(1);
  return { slow, workbench, id, goingOn };
}

async function answerAll(slow: SlowJudge, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    await expect.poll(() => slow.asked).toBeGreaterThan(0);
    slow.answer();
  }
}

describe('an opened run that is judged while another desk is laid out', () => {
  it('keeps what could not be stored when it is called off, and takes it along when it goes on', async () => {
    const browser = new Browser();
    const { slow, workbench, id, goingOn } = await resumedFromHistory(browser);
    workbench.closeRun();
    workbench.showBusy();
    const append = browser.store.append.bind(browser.store);
    browser.store.append = full;
    slow.answer();
    await expect.poll(() => workbench.run.kind).toBe('paused');
    workbench.cancel();
    await goingOn;
    expect([workbench.unstored, workbench.unstoredOf(id), workbench.unstoredInAll]).toEqual([1, 1, 1]);
    workbench.closeRun();
    expect([workbench.unstoredOf(id), workbench.unstoredInAll]).toEqual([1, 1]);
    await workbench.openRun(id);
    expect(workbench.unstored).toBe(1);
    browser.store.append = append;
    const before = slow.asked;
    void workbench.resume();
    await expect.poll(() => slow.asked).toBeGreaterThan(before);
    await expect.poll(async () => (await browser.store.head(id))?.counts.done).toBe(1);
    workbench.cancel();
  });

  it.each([
    ['called off by another tab', full],
    ['left since the storage is newer', newer],
  ])('keeps what could not be stored when it is %s', async (how, refuse) => {
    const browser = new Browser();
    const { slow, workbench, id, goingOn } = await resumedFromHistory(browser);
    const other = browser.open();
    workbench.closeRun();
    browser.store.append = refuse;
    slow.answer();
    await expect.poll(() => workbench.unstoredInAll).toBe(1);
    if (how.startsWith('called off')) other.tell({ kind: 'ask', run: id, want: 'cancel' });
    else workbench.stepAside();
    await goingOn;
    expect([workbench.unstoredOf(id), workbench.unstoredInAll]).toEqual([1, 1]);
  });

  it('follows other tabs once it has ended', async () => {
    const browser = new Browser();
    const { slow, workbench, id, goingOn } = await resumedFromHistory(browser);
    workbench.closeRun();
    workbench.showBusy();
    await answerAll(slow, 3);
    await goingOn;
    expect(workbench.run.kind).toBe('finished');
    const other = browser.open();
    await other.ownership.claim(id);
    await browser.store.changeHead(id, (head) => ({ ...head, state: 'running', title: 'renamed' }));
    other.tell({ kind: 'head', run: id });
    await expect
      .poll(() => [workbench.openedRun?.title, workbench.run.kind])
      .toEqual(['renamed', 'elsewhere']);
  });
});

describe('a run whose cases are removed while it is judged', () => {
  it('counts what it could not store once, and not at all once it is stored', async () => {
    const browser = new Browser();
    const { slow, workbench, judging, id } = await begun(browser);
    const append = browser.store.append.bind(browser.store);
    browser.store.append = full;
    slow.answer();
    await expect.poll(() => workbench.run.kind).toBe('paused');
    workbench.clearCases();
    expect([workbench.unstoredOf(id), workbench.unstoredInAll]).toEqual([1, 1]);
    browser.store.append = append;
    workbench.showBusy();
    void workbench.resume();
    await answerAll(slow, 2);
    await judging;
    expect(workbench.run.kind).toBe('finished');
    expect([workbench.unstoredOf(id), workbench.unstoredInAll]).toEqual([0, 0]);
  });

  it.each([
    ['while it goes on', 0],
    ['once it has ended', 3],
  ])('has them back when that is undone %s', async (_, answeredBefore) => {
    const { slow, workbench, judging, id } = await begun(new Browser());
    workbench.clearCases();
    expect([workbench.cases.length, workbench.busyElsewhere?.kind]).toEqual([0, 'running']);
    await answerAll(slow, answeredBefore);
    if (answeredBefore > 0) await judging;
    workbench.changes.undo();
    expect([workbench.busyElsewhere, workbench.ownsCases, workbench.openedRun]).toEqual([null, true, null]);
    await answerAll(slow, 3 - answeredBefore);
    await judging;
    expect(workbench.run).toMatchObject({ kind: 'finished', done: 3 });
    const judged = workbench.cases.map((subject) => workbench.judgements.peek(subject.id)?.at.run);
    expect(judged).toEqual([id, id, id]);
    expect(workbench.changes.removed).toEqual([]);
  });

  it('has them back beside what came to the table meanwhile', async () => {
    const { slow, workbench, judging, id } = await begun(new Browser());
    workbench.cancel();
    await judging;
    slow.answer();
    workbench.clearCases();
    await workbench.openRun(id);
    workbench.changes.addEmpty('New');
    workbench.closeRun();
    await workbench.loadSamples();
    const anew = workbench.judgeAll();
    await expect.poll(() => slow.asked).toBe(1);
    workbench.clearCases();
    // A case that was added to a run comes home where that is deleted.
    await workbench.hear({ kind: 'removed', run: id });
    expect(workbench.cases.map((subject) => subject.id)).toEqual(['own-4']);
    workbench.changes.undo();
    expect(workbench.cases.map((subject) => subject.id)).toEqual(['a', 'b', 'c', 'own-4']);
    expect(workbench.busyElsewhere).toBeNull();
    workbench.cancel();
    await anew;
  });

  it('keeps what it could not store when it is called off', async () => {
    const browser = new Browser();
    const { slow, workbench, judging, id } = await begun(browser);
    workbench.clearCases();
    browser.store.append = full;
    slow.answer();
    await expect.poll(() => workbench.unstoredInAll).toBe(1);
    workbench.showBusy();
    workbench.cancel();
    await judging;
    expect([workbench.unstored, workbench.unstoredOf(id), workbench.unstoredInAll]).toEqual([1, 1, 1]);
    workbench.chooseRubric('second');
    await workbench.openRun(id);
    expect(workbench.unstored).toBe(1);
  });
});

it('what a run could not store stays where the run is deleted on whose desk it was judged', async () => {
  const browser = new Browser();
  const { slow, workbench, judging, id } = await begun(browser);
  workbench.cancel();
  await judging;
  slow.answer();
  workbench.clearCases();
  await workbench.openRun(id);
  const single = workbench.judgeSelected();
  await expect.poll(() => slow.asked).toBe(1);
  browser.store.append = full;
  slow.answer();
  await expect.poll(() => workbench.unstoredInAll).toBe(1);
  workbench.cancel();
  await single;
  await workbench.hear({ kind: 'removed', run: id });
  expect([workbench.openedRun, workbench.unstoredOf(id), workbench.unstoredInAll]).toEqual([null, 0, 1]);
});

it('what an owner said that died is not held against the next one', async () => {
  const browser = new Browser();
  const dead = browser.open();
  const { slow, workbench: owner, id } = await begun(browser, dead);
  const aside = browser.open();
  const bystander = workbenchWith([slow.judge], {}, browser.store, aside.ownership, aside.channel);
  const append = browser.store.append.bind(browser.store);
  browser.store.append = full;
  slow.answer();
  await expect.poll(() => owner.run.kind).toBe('paused');
  await expect.poll(() => browser.told.some(({ kind }) => kind === 'waits')).toBe(true);
  browser.kill(dead);
  browser.store.append = append;

  const next = browser.open();
  const goingOn = workbenchWith([slow.judge], {}, browser.store, next.ownership, next.channel);
  await goingOn.openRun(id);
  goingOn.setup.chooseJudge('slow');
  void goingOn.resume();
  await expect.poll(() => slow.asked).toBeGreaterThan(0);
  await expect.poll(() => goingOn.run.kind).toBe('running');
  await bystander.openRun(id);
  expect(bystander.run).toMatchObject({ kind: 'elsewhere', doing: 'judging' });
});
