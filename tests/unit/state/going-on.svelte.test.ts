import { describe, expect, it } from 'vitest';
import { pastedJudge } from '../../../src/judges/pasted/pasted-judge';
import type { OfferedJudge } from '../../../src/state/offered-judge';
import { ReplyDesk } from '../../../src/state/reply-desk.svelte';
import { StorageFailure } from '../../../src/storage/runs/run-store';
import { workbenchWith } from './shelf-for-tests';
import { SlowJudge } from './slow-judge';
import { Browser } from './tabs-for-tests';

describe('a run that waits', () => {
  it('asks its judge for room again, but not while that is still at a case', async () => {
    const slow = new SlowJudge('slow');
    const workbench = workbenchWith([slow.judge]);
    await workbench.loadSamples();
    workbench.setup.chooseJudge('slow');
    const run = workbench.judgeAll();
    await expect.poll(() => slow.asked).toBe(1);
    expect(slow.looked).toBe(1);

    workbench.pause();
    await expect.poll(() => workbench.run.kind).toBe('paused');
    await workbench.resume();
    expect([workbench.run.kind, slow.looked]).toEqual(['running', 1]);

    workbench.pause();
    slow.answer();
    await expect.poll(() => workbench.run).toMatchObject({ kind: 'paused', done: 1 });
    await workbench.resume();
    expect([workbench.run.kind, slow.looked]).toEqual(['running', 2]);
    workbench.cancel();
    await run;
  });
});

it('a run whose judge cannot be loaded when it is to go on says so, and waits on', async () => {
  const slow = new SlowJudge('slow');
  const made = { forRun: () => Promise.resolve(slow.judge) };
  const form: OfferedJudge = { kind: 'model', id: 'slow', restore: () => {}, forRun: () => made.forRun() };
  const workbench = workbenchWith([form]);
  await workbench.loadSamples();
  workbench.setup.chooseJudge('slow');
  const run = workbench.judgeAll();
  await expect.poll(() => slow.asked).toBe(1);
  workbench.pause();
  await expect.poll(() => workbench.run.kind).toBe('paused');
  made.forRun = () => Promise.reject(new Error('A part of this page could not be loaded.'));
  await workbench.resume();
  expect(workbench.run.kind).toBe('paused');
  expect(workbench.obstacle).toEqual({ kind: null, detail: 'A part of this page could not be loaded.' });
  workbench.cancel();
  await run;
});

describe('a stored run that is told to go on', () => {
  /** A run that was called off, and a judge that is made ready when it is told to be. */
  async function calledOff() {
    const browser = new Browser();
    const slow = new SlowJudge('slow');
    const made: (() => void)[] = [];
    let held = false;
    const form: OfferedJudge = {
      kind: 'model',
      id: 'slow',
      restore: () => {},
      forRun: () =>
        held ? new Promise((resolve) => made.push(() => resolve(slow.judge))) : Promise.resolve(slow.judge),
    };
    const workbench = workbenchWith([form], {}, browser.store);
    await workbench.loadSamples();
    workbench.setup.chooseJudge('slow');
    const run = workbench.judgeAll();
    await expect.poll(() => slow.asked).toBe(1);
    workbench.cancel();
    await run;
    slow.answer();
    const { heads } = await browser.store.heads();
    held = true;
    return { browser, slow, made, workbench, id: heads[0]?.id ?? '' };
  }

  it('is being taken up from then until it goes on, and is not taken up twice', async () => {
    const { browser, slow, made, workbench, id } = await calledOff();
    expect([workbench.takenUp, workbench.takingUp]).toEqual([null, false]);
    const claimed = holdBack(browser);
    const going = workbench.resume();
    expect([workbench.takenUp, workbench.takingUp], 'at once').toEqual([id, true]);
    await workbench.resume();
    await workbench.retryFailed();
    await workbench.judgeRest();
    expect(made).toHaveLength(1);
    made[0]?.();
    await claimed.asked;
    expect([workbench.run.kind, workbench.takingUp], 'while it is read').toEqual(['cancelled', true]);
    await workbench.resume();
    expect(made).toHaveLength(1);
    claimed.letGo();
    await expect.poll(() => workbench.run.kind).toBe('running');
    expect([workbench.takenUp, workbench.takingUp]).toEqual([null, false]);
    await expect.poll(() => slow.asked).toBe(1);
    workbench.cancel();
    await going;
  });

  it('is being taken up while it is opened for that, and nothing else is meanwhile', async () => {
    const { browser, slow, made, workbench, id } = await calledOff();
    workbench.clearCases();
    const read = holdBack(browser);
    const opening = workbench.takeUp(id);
    expect([workbench.takenUp, workbench.takingUp, workbench.blocked]).toEqual([id, false, true]);
    expect(await workbench.takeUp(id), 'a second press').toBe('late');
    await read.asked;
    read.letGo();
    expect(await opening).toBe('opened');
    expect([workbench.openedRun?.id, workbench.takingUp, workbench.blocked]).toEqual([id, true, false]);
    workbench.closeRun();
    expect([workbench.takenUp, workbench.blocked], 'also where it is not looked at').toEqual([id, true]);
    await expect.poll(() => made.length).toBe(1);
    made[0]?.();
    await expect.poll(() => slow.asked).toBe(1);
    expect([workbench.takenUp, workbench.busyElsewhere?.kind]).toEqual([null, 'running']);
    await workbench.openRun(id);
    workbench.cancel();
    await expect.poll(() => workbench.activeRun).toBeNull();
  });

  it('is not lost to a case that somebody wants judged meanwhile', async () => {
    const { slow, made, workbench, id } = await calledOff();
    expect(workbench.busy).toBe(false);
    const going = workbench.resume();
    expect(workbench.busy).toBe(true);
    await workbench.judgeSelected();
    await workbench.judgeAll();
    expect(made, 'no other judge is made ready').toHaveLength(1);
    made[0]?.();
    await expect.poll(() => slow.asked).toBe(1);
    expect([workbench.run.kind, workbench.activeRunId, workbench.busy]).toEqual(['running', id, true]);
    workbench.cancel();
    await going;
    expect(workbench.busy).toBe(false);
  });

  it('is not taken for one that is only opened', async () => {
    const { browser, workbench, id } = await calledOff();
    workbench.clearCases();
    const read = holdBack(browser);
    const opening = workbench.openRun(id);
    expect([workbench.beingOpened, workbench.takenUp, workbench.busy]).toEqual([id, null, false]);
    await read.asked;
    read.letGo();
    expect(await opening).toBe('opened');
    expect(workbench.beingOpened).toBeNull();
    const takingUp = workbench.takeUp(id);
    expect([workbench.beingOpened, workbench.takenUp]).toEqual([null, id]);
    await takingUp;
    workbench.cancel();
  });

  it('is free again where it cannot be opened, or another is wanted', async () => {
    const { browser, workbench, id } = await calledOff();
    workbench.clearCases();
    const head = browser.store.head.bind(browser.store);
    browser.store.head = () => Promise.reject(new StorageFailure('unavailable', 'no storage'));
    await expect(workbench.takeUp(id)).rejects.toThrow('no storage');
    expect(workbench.takenUp).toBeNull();
    browser.store.head = () => Promise.resolve(null);
    expect(await workbench.takeUp(id)).toBe('gone');
    expect(workbench.takenUp).toBeNull();
    browser.store.head = head;
    const opening = workbench.takeUp(id);
    workbench.chooseRubric('second');
    expect(workbench.takenUp).toBeNull();
    expect(await opening).toBe('late');
  });

  it('does not go on once it was called off while its judge was made ready', async () => {
    const { slow, made, workbench } = await calledOff();
    const going = workbench.resume();
    workbench.cancel();
    expect(workbench.takenUp).toBeNull();
    made[0]?.();
    await going;
    expect([workbench.run.kind, slow.asked]).toEqual(['cancelled', 0]);
  });

  it('has its cases back when they were removed and that is undone', async () => {
    const { slow, made, workbench, id } = await calledOff();
    const going = workbench.resume();
    workbench.clearCases();
    workbench.changes.undo();
    expect([workbench.takingUp, workbench.cases.length]).toEqual([true, 3]);
    made[0]?.();
    await expect.poll(() => slow.asked).toBe(1);
    expect([workbench.busyElsewhere, workbench.activeRunId, workbench.run.kind]).toEqual([
      null,
      id,
      'running',
    ]);
    workbench.cancel();
    await going;
  });

  it('says why where the storage refuses, and waits on', async () => {
    const { browser, made, workbench } = await calledOff();
    browser.store.head = () => Promise.reject(new StorageFailure('unavailable', 'no storage'));
    const going = workbench.resume();
    made[0]?.();
    await going;
    expect([workbench.run.kind, workbench.takenUp]).toEqual(['cancelled', null]);
    expect(workbench.obstacle).toEqual({ kind: 'unavailable', detail: 'no storage' });
  });
});

/** Has the next reading of a run's head wait. */
function holdBack({ store }: Browser): { asked: Promise<void>; letGo: () => void } {
  const read = store.head.bind(store);
  let [tell, letGo] = [() => {}, () => {}];
  const asked = new Promise<void>((resolve) => (tell = resolve));
  const free = new Promise<void>((resolve) => (letGo = resolve));
  store.head = async (id) => {
    store.head = read;
    tell();
    await free;
    return read(id);
  };
  return { asked, letGo };
}

describe('what a run left, judged by another judge as a run of its own', () => {
  it.each([
    { before: 'pasted', what: 'the usual time limit where the first had none', limit: 45, expected: 45 },
    { before: 'slow', what: 'the time limit that the first had', limit: 30, expected: 30 },
  ])('has $what', async ({ before, limit, expected }) => {
    const [slow, other, replies] = [new SlowJudge('slow'), new SlowJudge('other'), new ReplyDesk()];
    const workbench = workbenchWith([pastedJudge(replies.fetchReply), slow.judge, other.judge]);
    await workbench.loadSamples();
    workbench.setup.choose({ timeoutSeconds: limit });
    workbench.setup.chooseJudge(before);
    const run = workbench.judgeAll();
    await expect.poll(() => replies.request !== null || slow.asked > 0).toBe(true);
    workbench.cancel();
    await run;

    workbench.setup.choose({ timeoutSeconds: 45 });
    workbench.setup.chooseJudge('other');
    const rest = workbench.judgeRest();
    await expect.poll(() => other.asked).toBe(1);
    const { heads } = await workbench.runs.heads();
    const made = heads.find(({ judge }) => judge.id === 'other');
    expect(made?.settings.timeoutSeconds).toBe(expected);
    workbench.cancel();
    await rest;
  });
});
