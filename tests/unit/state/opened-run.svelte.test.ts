import { describe, expect, it } from 'vitest';
import { pastedJudge } from '../../../src/judges/pasted/pasted-judge';
import type { TakenCases } from '../../../src/state/case-taking.svelte';
import { ReplyDesk } from '../../../src/state/reply-desk.svelte';
import type { Workbench } from '../../../src/state/workbench.svelte';
import { StorageFailure } from '../../../src/storage/runs/run-store';
import { workbenchWith } from './shelf-for-tests';
import { SlowJudge } from './slow-judge';
import { Browser } from './tabs-for-tests';

const textsOf = ({ cases }: Workbench) => cases.map(({ input }) => input['text']);
const changed = { id: 'b', label: 'Second', input: { text: 'changed since' } };

/** The row of a case in each file that it is said to come from. */
function originalOf(workbench: Workbench, id: string): (readonly string[] | undefined)[] {
  const work = workbench.gather(false);
  for (;;) {
    const { done, value } = work.next();
    if (!done) continue;
    const sources = value?.sources.filter(({ rowOf }) => rowOf.has(id)) ?? [];
    return sources.map(({ table, rowOf }) => table.rows[rowOf.get(id) ?? -1]);
  }
}

async function newestRun({ runs }: Workbench): Promise<string> {
  const { heads } = await runs.heads();
  const id = heads.at(-1)?.id;
  if (id === undefined) throw new Error('Expected a stored run.');
  return id;
}

it('a run that is opened beside one’s own cases is only closed when its cases are taken away', async () => {
  const workbench = workbenchWith();
  await workbench.loadSamples();
  await workbench.judgeAll();
  expect(workbench.ownsCases).toBe(true);
  workbench.changes.put(changed);
  await workbench.openRun(await newestRun(workbench));
  expect([workbench.ownsCases, textsOf(workbench)]).toEqual([false, ['one', 'two', 'three']]);
  workbench.clearCases();
  expect([workbench.openedRun, workbench.ownsCases]).toEqual([null, true]);
  expect(textsOf(workbench)).toEqual(['one', 'changed since', 'three']);
});

it('a run that lies on another desk by now is followed there when its owner dies', async () => {
  const browser = new Browser();
  const [owner, follower] = [browser.open(), browser.open()];
  const replies = new ReplyDesk();
  const judges = [pastedJudge(replies.fetchReply)];
  const driving = workbenchWith(judges, {}, browser.store, owner.ownership);
  await driving.loadSamples();
  driving.setup.chooseJudge('pasted');
  void driving.judgeAll();
  await expect.poll(() => replies.request).not.toBeNull();
  const id = await newestRun(driving);

  const workbench = workbenchWith(judges, {}, browser.store, follower.ownership);
  await workbench.openRun(id);
  expect(workbench.run.kind).toBe('elsewhere');
  // With a case gone it no longer is the run as it was, and opening that again takes another desk.
  workbench.changes.remove('b');
  await workbench.openRun(id);
  expect([workbench.run.kind, textsOf(workbench)]).toEqual(['elsewhere', ['one', 'two', 'three']]);
  browser.kill(owner);
  await expect.poll(() => workbench.run.kind).toBe('interrupted');
});

it('a run of another tab tells how fast it goes, while it does', async () => {
  const browser = new Browser();
  const [owner, follower] = [browser.open(), browser.open()];
  const writing = workbenchWith([], {}, browser.store, owner.ownership, owner.channel);
  await writing.loadSamples();
  await writing.judgeAll();
  const id = await newestRun(writing);
  const workbench = workbenchWith([], {}, browser.store, follower.ownership, follower.channel);
  /** So many of 100 replies are judged after so long. */
  const reached = async (done: number, milliseconds: number, state: 'running' | 'paused' = 'running') => {
    await browser.store.changeHead(id, (head) => ({
      ...head,
      state,
      milliseconds,
      cases: 4,
      settings: { ...head.settings, samples: 25 },
      counts: { ...head.counts, done },
    }));
    await workbench.hear({ kind: 'progress', run: id, upTo: 3 });
  };
  await reached(10, 1_000);
  await owner.ownership.claim(id);
  await workbench.openRun(id);
  expect(workbench.run).not.toHaveProperty('speed');
  await reached(30, 11_000);
  expect(workbench.run).toMatchObject({ speed: { perSecond: 2, millisecondsLeft: 35_000 } });
  await reached(30, 11_000, 'paused');
  expect(workbench.run).toMatchObject({ kind: 'elsewhere', doing: 'paused' });
  expect(workbench.run).not.toHaveProperty('speed');
  await reached(40, 16_000);
  expect(workbench.run).toMatchObject({ speed: { perSecond: 2, millisecondsLeft: 30_000 } });
  browser.kill(owner);
  await expect.poll(() => workbench.run.kind).toBe('interrupted');
  expect(workbench.run).not.toHaveProperty('speed');
});

it('a run whose head cannot be read stays as it was, and is followed again once it can', async () => {
  const browser = new Browser();
  const [owner, follower] = [browser.open(), browser.open()];
  const writing = workbenchWith([], {}, browser.store, owner.ownership, owner.channel);
  await writing.loadSamples();
  await writing.judgeAll();
  const id = await newestRun(writing);
  await browser.store.changeHead(id, (head) => ({ ...head, state: 'running' }));
  await owner.ownership.claim(id);
  const workbench = workbenchWith([], {}, browser.store, follower.ownership, follower.channel);
  await workbench.openRun(id);
  expect(workbench.run).toMatchObject({ kind: 'elsewhere', doing: 'judging' });

  const read = browser.store.head.bind(browser.store);
  browser.store.head = () => Promise.reject(new StorageFailure('damaged', 'It is damaged.'));
  await browser.store.changeHead(id, (head) => ({ ...head, state: 'finished' }));
  await workbench.hear({ kind: 'head', run: id });
  browser.kill(owner);
  await workbench.hear({ kind: 'progress', run: id, upTo: 3 });
  expect(workbench.run).toMatchObject({ kind: 'elsewhere', doing: 'judging' });
  expect(workbench.openedRun?.id).toBe(id);

  browser.store.head = () => Promise.reject(new Error('A bug.'));
  await expect(workbench.hear({ kind: 'head', run: id }), 'a bug is not hidden').rejects.toThrow('A bug.');
  browser.store.head = read;
  await workbench.hear({ kind: 'head', run: id });
  expect(workbench.run.kind).toBe('finished');
});

it('of two runs that are opened one after the other, the one asked for last is laid out, however long the first takes', async () => {
  const browser = new Browser();
  const workbench = workbenchWith([], {}, browser.store);
  await workbench.loadSamples();
  await workbench.judgeAll();
  workbench.select('b');
  await workbench.judgeSelected();
  const { heads } = await browser.store.heads();
  const large = heads.find(({ cases }) => cases === 3)?.id ?? '';
  const small = heads.find(({ cases }) => cases === 1)?.id ?? '';
  workbench.clearCases();

  let read = () => {};
  const isRead = new Promise<void>((resolve) => (read = resolve));
  const casesOf = browser.store.cases.bind(browser.store);
  browser.store.cases = async function* (id) {
    if (id === large) await isRead;
    yield* casesOf(id);
  };
  const opening = workbench.openRun(large);
  expect(await workbench.openRun(small)).toBe('opened');
  read();
  expect(await opening).toBe('late');
  expect(workbench.openedRun?.id).toBe(small);
  expect(textsOf(workbench)).toEqual(['two']);

  const again = workbench.openRun(large);
  workbench.chooseRubric('second');
  expect(await again, 'nor after another rubric was chosen').toBe('late');
  expect([workbench.rubricId, workbench.openedRun]).toEqual(['second', null]);
});

describe('desks of opened runs', () => {
  /** The runs that are read from the store, in order. */
  function readings(browser: Browser): string[] {
    const read: string[] = [];
    const casesOf = browser.store.cases.bind(browser.store);
    browser.store.cases = (id) => {
      read.push(id);
      return casesOf(id);
    };
    return read;
  }
  async function twoRuns(browser: Browser, workbench: Workbench): Promise<[string, string]> {
    await workbench.loadSamples();
    for (const text of ['first', 'second']) {
      workbench.changes.put({ ...changed, input: { text } });
      await workbench.judgeAll();
    }
    workbench.clearCases();
    const { heads } = await browser.store.heads();
    const [first = '', second = ''] = heads.map(({ id }) => id);
    return [first, second];
  }

  it('are let go once another is laid out, and read again', async () => {
    const browser = new Browser();
    const workbench = workbenchWith([], {}, browser.store);
    const [first, second] = await twoRuns(browser, workbench);
    const read = readings(browser);
    await workbench.openRun(first);
    await workbench.openRun(first);
    expect(read, 'that on the table is not read again').toEqual([first]);
    await workbench.openRun(second);
    await workbench.openRun(first);
    expect(read).toEqual([first, second, first]);
    workbench.closeRun();
    await workbench.openRun(first);
    expect(read).toEqual([first, second, first, first]);
    expect(textsOf(workbench)).toEqual(['one', 'first', 'three']);
  });

  it('stay while their run is judged or has results that are not stored, which count once', async () => {
    const browser = new Browser();
    const slow = new SlowJudge('slow');
    const workbench = workbenchWith([slow.judge], {}, browser.store);
    await workbench.loadSamples();
    workbench.setup.chooseJudge('slow');
    const judging = workbench.judgeAll();
    await expect.poll(() => slow.asked).toBe(1);
    workbench.cancel();
    await judging;
    const id = await newestRun(workbench);
    workbench.clearCases();
    const read = readings(browser);
    await workbench.openRun(id);
    const goingOn = workbench.resume();
    await expect.poll(() => slow.asked).toBeGreaterThan(1);
    workbench.closeRun();
    await workbench.openRun(id);
    expect([workbench.run.kind, read]).toEqual(['running', [id]]);

    const append = browser.store.append.bind(browser.store);
    browser.store.append = () => Promise.reject(new StorageFailure('quota', 'full'));
    for (let left = slow.asked; left > 0; left -= 1) slow.answer();
    await expect.poll(() => workbench.run.kind).toBe('paused');
    workbench.cancel();
    await goingOn;
    workbench.closeRun();
    await workbench.loadSamples();
    expect([workbench.unstoredOf(id), workbench.unstoredInAll]).toEqual([1, 1]);
    await workbench.openRun(id);
    expect([workbench.unstoredOf(id), workbench.unstoredInAll, read]).toEqual([1, 1, [id]]);
    browser.store.append = append;
  });
});

describe('cases that were added to an opened run, or changed in it', () => {
  const added = { id: 'd', label: 'Fourth', input: { text: 'added' } };
  const file: TakenCases = {
    table: { columns: ['text', 'note'], rows: [['added', 'of the file']] },
    mapping: { inputs: { text: 0 }, gold: {} },
    cases: [added],
    rows: [0],
  };
  const all = ['one', 'changed since', 'three', 'added'];

  /** Opens the first of two stored runs and leaves it with a case added from a file and one changed. */
  async function leftRun(browser = new Browser()) {
    const workbench = workbenchWith([], {}, browser.store);
    await workbench.loadSamples();
    await workbench.judgeAll();
    workbench.select('a');
    await workbench.judgeSelected();
    workbench.clearCases();
    const { heads } = await browser.store.heads();
    const run = heads.find(({ cases }) => cases === 3)?.id ?? '';
    const other = heads.find(({ cases }) => cases === 1)?.id ?? '';
    await workbench.openRun(run);
    expect(workbench.beyondRun).toBe(0);
    await workbench.takeCases(file);
    workbench.changes.put(changed);
    expect([textsOf(workbench), workbench.beyondRun]).toEqual([all, 2]);
    return { workbench, run, other };
  }

  it.each<[string, (workbench: Workbench, other: string) => unknown]>([
    ['another run', (workbench, other) => workbench.openRun(other)],
    ['one’s own table', (workbench) => workbench.closeRun()],
    [
      'a new table of another rubric',
      async (workbench) => {
        workbench.chooseRubric('second');
        await workbench.loadSamples();
        await workbench.judgeAll();
      },
    ],
    ['nothing else', () => {}],
  ])('are there when it is opened again after %s', async (_, leaveFor) => {
    const { workbench, run, other } = await leftRun();
    await leaveFor(workbench, other);
    expect(await workbench.openRun(run)).toBe('opened');
    expect([textsOf(workbench), workbench.beyondRun, workbench.openedRun?.id]).toEqual([all, 2, run]);
    expect(originalOf(workbench, added.id)).toEqual([['added', 'of the file']]);
    expect(workbench.run).toMatchObject({ kind: 'finished', total: 3 });
  });

  it('stay while the same run is judged anew under them and another copy of it is opened', async () => {
    const { workbench, run } = await leftRun();
    await workbench.judgeAll();
    expect(workbench.beyondRun, 'a new run has them all').toBe(0);
    const anew = workbench.openedRun?.id ?? '';
    workbench.changes.put({ ...changed, input: { text: 'changed again' } });
    await workbench.openRun(run);
    expect(textsOf(workbench)).toEqual(['one', 'two', 'three']);
    await workbench.openRun(anew);
    expect(textsOf(workbench)).toEqual(['one', 'changed again', 'three', 'added']);
  });

  it('give way to the run as it is stored when that is asked for, and can be brought back', async () => {
    const { workbench, run } = await leftRun();
    expect(await workbench.showAsStored()).toBe('opened');
    expect([textsOf(workbench), workbench.beyondRun]).toEqual([['one', 'two', 'three'], 0]);
    expect(workbench.judgements.peek('b')?.at.run).toBe(run);
    expect(workbench.changes.removed.map(({ subject }) => subject.id)).toEqual(['b', 'd']);
    workbench.changes.undo();
    expect([textsOf(workbench), workbench.beyondRun]).toEqual([all, 2]);
    expect(originalOf(workbench, added.id)).toEqual([['added', 'of the file']]);
  });

  it('stay where the run as it is stored cannot be read', async () => {
    const browser = new Browser();
    const { workbench } = await leftRun(browser);
    browser.store.cases = () => {
      throw new StorageFailure('damaged', 'It is damaged.');
    };
    await expect(workbench.showAsStored()).rejects.toThrow('It is damaged.');
    expect([textsOf(workbench), workbench.beyondRun]).toEqual([all, 2]);
  });

  it('are not those that were only looked at, written again or taken away', async () => {
    const { workbench, run } = await leftRun();
    workbench.changes.put({ ...changed, input: { text: 'two' } });
    workbench.changes.remove('d');
    expect(workbench.beyondRun).toBe(0);
    workbench.changes.remove('a');
    workbench.closeRun();
    await workbench.openRun(run);
    expect(textsOf(workbench), 'and it comes as it is stored').toEqual(['one', 'two', 'three']);
  });

  it('lie with the rubric’s own cases once the run is deleted', async () => {
    const { workbench, run } = await leftRun();
    await workbench.hear({ kind: 'removed', run });
    expect([workbench.openedRun, textsOf(workbench)]).toEqual([null, ['changed since', 'added']]);
    expect(originalOf(workbench, added.id)).toEqual([['added', 'of the file']]);
  });
});

it('cases that are brought to an opened run are for the rubric that it was judged by', async () => {
  const workbench = workbenchWith();
  expect((await workbench.loadRubric())?.id).toBe('first');
  expect(await workbench.loadRubric()).toBe(workbench.rubric?.rubric);
  await workbench.loadSamples();
  await workbench.judgeAll();
  const run = await newestRun(workbench);
  workbench.clearCases();
  await workbench.openRun(run);
  expect(await workbench.loadRubric()).toBe(workbench.rubric?.rubric);
  expect(await workbench.loadRubric()).not.toBe(workbench.shelf.find('first')?.rubric);
});

it('cases of one’s own that were never judged stay while a run is opened, which says how many', async () => {
  const workbench = workbenchWith();
  await workbench.loadSamples();
  await workbench.judgeAll();
  const run = await newestRun(workbench);
  workbench.clearCases();
  workbench.changes.addEmpty('Mine');
  expect(workbench.casesAside).toBe(0);
  await workbench.openRun(run);
  expect(workbench.casesAside).toBe(1);
  workbench.closeRun();
  expect(workbench.cases.map(({ label }) => label)).toEqual(['Mine']);
});

it('results that are not stored count once where the run was judged on the desk that it is opened on', async () => {
  const browser = new Browser();
  const slow = new SlowJudge('slow');
  const workbench = workbenchWith([slow.judge], {}, browser.store);
  await workbench.loadSamples();
  workbench.setup.chooseJudge('slow');
  const run = workbench.judgeAll();
  await expect.poll(() => slow.asked).toBe(1);
  await expect.poll(async () => (await browser.store.heads()).heads.length).toBe(1);
  browser.store.append = () => Promise.reject(new StorageFailure('quota', 'full'));
  slow.answer();
  await expect.poll(() => workbench.run.kind).toBe('paused');
  workbench.cancel();
  await run;
  const id = await newestRun(workbench);
  expect(workbench.unstoredInAll).toBe(1);
  await workbench.openRun(id);
  expect([workbench.unstoredOf(id), workbench.unstoredInAll]).toEqual([1, 1]);
});
