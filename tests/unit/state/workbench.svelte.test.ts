import { describe, expect, it } from 'vitest';
import type { Prompt } from '../../../src/core/model/prompt';
import type { ComingQuestion, JudgeRequest } from '../../../src/judges/judge';
import { pastedJudge } from '../../../src/judges/pasted/pasted-judge';
import { memoryRunStore } from '../../../src/storage/runs/memory-run-store';
import { StorageFailure } from '../../../src/storage/runs/run-store';
import { ReplyDesk } from '../../../src/state/reply-desk.svelte';
import type { Workbench } from '../../../src/state/workbench.svelte';
import { workbenchWith } from './shelf-for-tests';
import { Browser } from './tabs-for-tests';

const idsOf = (workbench: Workbench) => workbench.cases.map(({ id }) => id);
const runIds = async (workbench: Workbench) => {
  const { heads } = await workbench.runs.heads();
  return heads.map(({ id }) => id);
};
const judgedIds = (workbench: Workbench) => idsOf(workbench).filter((id) => workbench.judgements.peek(id));

describe('samples', () => {
  it('are laid out, the first one chosen', async () => {
    const workbench = workbenchWith();
    const loading = workbench.loadSamples();
    expect(workbench.loadingSamples).toBe(true);
    await loading;
    expect(workbench.loadingSamples).toBe(false);
    expect(idsOf(workbench)).toEqual(['a', 'b', 'c']);
    expect(workbench.selected?.id).toBe('a');
  });

  it('do not land on another rubric that was chosen meanwhile', async () => {
    const workbench = workbenchWith();
    const loading = workbench.loadSamples();
    workbench.chooseRubric('second');
    await loading;
    expect(idsOf(workbench)).toEqual([]);
  });

  it('that cannot be fetched are a failed run, and the page goes on', async () => {
    const workbench = workbenchWith([], { loadSamples: () => Promise.reject(new Error('offline')) });
    await workbench.loadSamples();
    expect(workbench.run).toEqual({ kind: 'failed', message: 'offline' });
    expect(workbench.loadingSamples).toBe(false);
  });
});

describe('a run', () => {
  it('judges every case', async () => {
    const workbench = workbenchWith();
    await workbench.loadSamples();
    await workbench.judgeAll();
    expect(workbench.run).toMatchObject({ kind: 'finished', done: 3, total: 3, failed: 0 });
    expect(judgedIds(workbench)).toEqual(['a', 'b', 'c']);
  });

  it('judges the chosen case alone', async () => {
    const workbench = workbenchWith();
    await workbench.loadSamples();
    workbench.select('b');
    await workbench.judgeSelected();
    expect(judgedIds(workbench)).toEqual(['b']);
  });

  async function waitingForAReply() {
    const desk = new ReplyDesk();
    const workbench = workbenchWith([pastedJudge(desk.fetchReply)]);
    await workbench.loadSamples();
    workbench.setup.chooseJudge('pasted');
    const run = workbench.judgeAll();
    await expect.poll(() => desk.request).not.toBeNull();
    return { desk, workbench, run };
  }
  const reply = '{"quality": {"rationale": "fine", "score": 4}}';

  it('that is cancelled keeps what was done', async () => {
    const { desk, workbench, run } = await waitingForAReply();
    desk.draft = reply;
    desk.answer();
    await expect.poll(() => workbench.run).toMatchObject({ kind: 'running', done: 1, label: 'Second' });
    await expect.poll(() => desk.request).not.toBeNull();
    workbench.cancel();
    await run;
    expect(workbench.run).toMatchObject({ kind: 'cancelled', done: 1, total: 3 });
    expect(judgedIds(workbench)).toEqual(['a']);
    expect(desk.request).toBeNull();
  });

  it('is not started twice', async () => {
    const { workbench, run } = await waitingForAReply();
    await workbench.judgeAll();
    expect(workbench.run).toMatchObject({ kind: 'running', done: 0 });
    workbench.cancel();
    await run;
  });

  it('ends when another rubric is chosen, and is found cancelled on the way back', async () => {
    const { workbench, run } = await waitingForAReply();
    workbench.chooseRubric('second');
    await run;
    expect(workbench.run).toEqual({ kind: 'idle' });
    expect(idsOf(workbench)).toEqual([]);
    workbench.chooseRubric('first');
    expect(workbench.run).toMatchObject({ kind: 'cancelled', done: 0, total: 3 });
    expect(idsOf(workbench)).toEqual(['a', 'b', 'c']);
  });
});

it('a run that finds space only after another file was brought in is stored with its own rows', async () => {
  const runs = memoryRunStore();
  const create = runs.create.bind(runs);
  runs.create = () => Promise.reject(new StorageFailure('quota', 'full'));
  const workbench = workbenchWith([], {}, runs);
  await workbench.shelf.load('first');
  const file = (text: string) => ({
    table: { columns: ['text'], rows: [[text]] },
    mapping: { inputs: { text: 0 }, gold: {} },
    cases: [{ id: 'a', input: { text } }],
    rows: [0],
  });
  await workbench.takeCases(file('first'));
  const run = workbench.judgeAll();
  await expect.poll(() => workbench.run.kind).toBe('paused');
  await workbench.takeCases(file('second'));
  runs.create = create;
  await workbench.resume();
  await run;
  const [id = ''] = await runIds(workbench);
  expect(await runs.sources(id)).toHaveLength(1);
  expect(await runs.caseAt(id, 0)).toEqual({
    case: { id: 'a', input: { text: 'first' } },
    original: { source: 0, cells: ['first'] },
  });
});

describe('what is gathered for an export', () => {
  function gathered(workbench: Workbench, shownOnly = false) {
    const work = workbench.gather(shownOnly);
    for (;;) {
      const step = work.next();
      if (step.done) return step.value?.entries.map(({ subject, digest }) => [subject, digest?.status]);
    }
  }
  const one = { id: 'a', label: 'First', input: { text: 'one' } };

  it('is a judged case as it was judged, by the name it has now', async () => {
    const workbench = workbenchWith();
    await workbench.loadSamples();
    workbench.select('a');
    await workbench.judgeSelected();
    workbench.changes.put({ ...one, label: 'Renamed', input: { text: 'changed' } });
    expect(gathered(workbench)?.[0]).toEqual([{ ...one, label: 'Renamed' }, 'partial']);
    workbench.changes.put({ id: 'a', input: { text: 'changed' } });
    expect(gathered(workbench)?.[0]).toEqual([{ id: 'a', input: { text: 'one' } }, 'partial']);
  });

  it('is a case as it stands where it was not judged', async () => {
    const workbench = workbenchWith();
    await workbench.loadSamples();
    workbench.changes.put({ ...one, input: { text: 'changed' } });
    expect(gathered(workbench)?.[0]).toEqual([{ ...one, input: { text: 'changed' } }, undefined]);
  });

  it('is only what the table shows, in its order, where that is asked for', async () => {
    const workbench = workbenchWith();
    await workbench.loadSamples();
    await workbench.results.setFilter({ text: 'ir' });
    await workbench.results.toggleSort('case');
    await workbench.results.toggleSort('case');
    const ids = (shownOnly: boolean) =>
      gathered(workbench, shownOnly)?.map(([subject]) => (typeof subject === 'object' ? subject.id : null));
    expect(ids(true)).toEqual(['c', 'a']);
    expect(ids(false)).toEqual(['a', 'b', 'c']);
  });

  it('is nothing where there is no case', () => {
    expect(gathered(workbenchWith())).toBeUndefined();
  });
});

describe('cases taken away', () => {
  it('come back with their judgements', async () => {
    const workbench = workbenchWith();
    await workbench.loadSamples();
    await workbench.judgeAll();
    workbench.changes.remove('b');
    expect(idsOf(workbench)).toEqual(['a', 'c']);
    expect(workbench.changes.removed.map(({ subject }) => subject.id)).toEqual(['b']);
    workbench.changes.undo();
    expect(idsOf(workbench)).toEqual(['a', 'b', 'c']);
    expect(workbench.judgements.peek('b')).toBeDefined();
    expect(workbench.changes.removed).toEqual([]);
  });

  it('are all of them when the table is cleared', async () => {
    const workbench = workbenchWith();
    await workbench.loadSamples();
    await workbench.judgeAll();
    workbench.clearCases();
    expect([idsOf(workbench), workbench.run]).toEqual([[], { kind: 'idle' }]);
    workbench.changes.undo();
    expect(judgedIds(workbench).toSorted()).toEqual(['a', 'b', 'c']);
  });
});

describe('a stored run', () => {
  it('is opened as it was, beside the desk of its rubric', async () => {
    const workbench = workbenchWith();
    await workbench.loadSamples();
    await workbench.judgeAll();
    await workbench.results.setFilter({ text: 'ir' });
    workbench.select('c');
    await workbench.keepView();
    const [id] = await runIds(workbench);
    workbench.clearCases();
    workbench.chooseRubric('second');
    await workbench.openRun(id ?? '');
    expect([workbench.rubricId, workbench.openedRun?.id]).toEqual(['first', id]);
    expect(judgedIds(workbench)).toEqual(['a', 'b', 'c']);
    expect(workbench.run).toMatchObject({ kind: 'finished', done: 3, total: 3, failed: 0 });
    await expect.poll(() => workbench.results.order.length).toBe(2);
    expect(workbench.selectedId).toBe('c');
    workbench.closeRun();
    expect([workbench.openedRun, idsOf(workbench)]).toEqual([null, []]);
  });

  it('that was cancelled goes on where it was, with the cases as they were', async () => {
    const desk = new ReplyDesk();
    const workbench = workbenchWith([pastedJudge(desk.fetchReply)]);
    await workbench.loadSamples();
    workbench.setup.chooseJudge('pasted');
    const run = workbench.judgeAll();
    await expect.poll(() => desk.request).not.toBeNull();
    desk.draft = '{"quality": {"rationale": "fine", "score": 4}}';
    desk.answer();
    await expect.poll(() => judgedIds(workbench)).toEqual(['a']);
    workbench.cancel();
    await run;
    workbench.changes.put({ id: 'b', label: 'Second', input: { text: 'changed since' } });
    const rest = workbench.resume();
    await expect.poll(() => desk.request?.prompt.own ?? '').toContain('two');
    workbench.cancel();
    await rest;
    expect(workbench.run).toMatchObject({ kind: 'cancelled', done: 1, total: 3 });
  });

  it('is gone on with only by the judge that was asked', async () => {
    const desk = new ReplyDesk();
    const workbench = workbenchWith([pastedJudge(desk.fetchReply)]);
    await workbench.loadSamples();
    workbench.setup.chooseJudge('pasted');
    const run = workbench.judgeAll();
    await expect.poll(() => desk.request).not.toBeNull();
    workbench.cancel();
    await run;
    workbench.setup.chooseJudge('rules');
    await workbench.resume();
    expect(workbench.wrongJudge).not.toBeNull();
    expect(workbench.run).toMatchObject({ kind: 'cancelled', done: 0 });
  });

  it('says no more what keeps it from going on once something else lies on the table', async () => {
    const desk = new ReplyDesk();
    const workbench = workbenchWith([pastedJudge(desk.fetchReply)]);
    await workbench.loadSamples();
    workbench.setup.chooseJudge('pasted');
    const run = workbench.judgeAll();
    await expect.poll(() => desk.request).not.toBeNull();
    workbench.cancel();
    await run;
    workbench.setup.chooseJudge('rules');
    await workbench.resume();
    expect(workbench.wrongJudge).not.toBeNull();
    workbench.chooseRubric('second');
    expect(workbench.wrongJudge).toBeNull();
  });

  describe('whose tab died while it asked again for failed cases', () => {
    const sound = '{"quality": {"rationale": "fine", "score": 4}}';

    /** Of three cases two failed; the first was asked again and failed again, the second was in flight. */
    async function returned() {
      const desk = new ReplyDesk();
      const before = workbenchWith([pastedJudge(desk.fetchReply)]);
      const asked = (text: string) => expect.poll(() => desk.request?.prompt.own ?? '').toContain(text);
      await before.loadSamples();
      before.setup.chooseJudge('pasted');
      const run = before.judgeAll();
      await asked('one');
      desk.decline();
      await asked('two');
      desk.decline();
      await asked('three');
      desk.draft = sound;
      desk.answer();
      await run;
      expect(before.run).toMatchObject({ kind: 'finished', failed: 2 });
      void before.retryFailed();
      await asked('one');
      desk.decline();
      await asked('two');
      const [id = ''] = await runIds(before);

      const present = new ReplyDesk();
      const after = workbenchWith([pastedJudge(present.fetchReply)], {}, before.runs);
      await after.openRun(id);
      return { desk: present, workbench: after, headNow: () => after.runs.head(id) };
    }

    it('goes on with exactly those that were left', async () => {
      const { desk, workbench, headNow } = await returned();
      expect(workbench.run).toMatchObject({ kind: 'interrupted', again: true, done: 2, total: 3 });
      const rest = workbench.resume();
      await expect.poll(() => desk.request?.prompt.own ?? '').toContain('two');
      expect(workbench.run).toMatchObject({ kind: 'running', done: 2, total: 3 });
      desk.draft = sound;
      desk.answer();
      await rest;
      expect(workbench.run).toMatchObject({ kind: 'finished', failed: 1 });
      expect(await headNow()).not.toHaveProperty('again');
    });

    it('may be called off, and then has all its results', async () => {
      const { workbench, headNow } = await returned();
      workbench.cancel();
      await expect.poll(() => workbench.run).toMatchObject({ kind: 'finished', failed: 2, total: 3 });
      expect(await headNow()).not.toHaveProperty('again');
    });
  });

  it('that is deleted takes its judgements with it, and leaves the cases', async () => {
    const workbench = workbenchWith();
    await workbench.loadSamples();
    await workbench.judgeAll();
    const [id = ''] = await runIds(workbench);
    await workbench.hear({ kind: 'removed', run: 'another' });
    expect(judgedIds(workbench)).toEqual(['a', 'b', 'c']);
    await workbench.hear({ kind: 'removed', run: id });
    expect([idsOf(workbench), judgedIds(workbench)]).toEqual([['a', 'b', 'c'], []]);
    expect([workbench.run, workbench.isStored]).toEqual([{ kind: 'idle' }, false]);
  });

  it('that is open and deleted gives way to the desk of its rubric', async () => {
    const workbench = workbenchWith();
    await workbench.loadSamples();
    await workbench.judgeAll();
    const [id = ''] = await runIds(workbench);
    workbench.clearCases();
    await workbench.openRun(id);
    await workbench.hear({ kind: 'removed', run: id });
    expect([workbench.openedRun, idsOf(workbench)]).toEqual([null, []]);
  });

  it('that is marked as deleted is neither opened nor gone on with', async () => {
    const workbench = workbenchWith();
    await workbench.loadSamples();
    await workbench.judgeAll();
    const [id = ''] = await runIds(workbench);
    await workbench.runs.changeHead(id, (head) => ({ ...head, removed: head.created }));
    expect(await workbench.openRun(id)).toBe('gone');
    await workbench.resume();
    expect(workbench.run).toMatchObject({ kind: 'failed', storage: 'missing' });
  });

  it('that is deleted where it can be undone says so, and comes back with that', async () => {
    const browser = new Browser();
    const [deleting, following] = [browser.open(), browser.open()];
    const workbench = workbenchWith([], {}, browser.store, following.ownership);
    await workbench.loadSamples();
    await workbench.judgeAll();
    const [id = ''] = await runIds(workbench);
    deleting.show();
    await expect.poll(() => deleting.ids).toEqual([id]);
    await deleting.history.remove(deleting.headOf(id));
    await workbench.hear({ kind: 'head', run: id });
    expect(workbench.run).toEqual({ kind: 'failed', message: '', storage: 'missing' });
    await deleting.history.undo();
    await workbench.hear({ kind: 'head', run: id });
    expect(workbench.run).toMatchObject({ kind: 'finished', total: 3 });
  });

  it('does not take a case back from a later run of that case when it is looked at again', async () => {
    const workbench = workbenchWith();
    await workbench.loadSamples();
    await workbench.judgeAll();
    const [all = ''] = await runIds(workbench);
    workbench.select('b');
    await workbench.judgeSelected();
    const runsOf = () => idsOf(workbench).map((id) => workbench.judgements.peek(id)?.at.run === all);
    expect(runsOf()).toEqual([true, false, true]);
    await workbench.runs.changeHead(all, (head) => ({ ...head, title: 'Renamed' }));
    await workbench.hear({ kind: 'head', run: all });
    expect(runsOf()).toEqual([true, false, true]);
  });

  it('that could not be read when it was to go on is free to be tried again', async () => {
    const browser = new Browser();
    const desk = new ReplyDesk();
    const tab = browser.open();
    const workbench = workbenchWith([pastedJudge(desk.fetchReply)], {}, browser.store, tab.ownership);
    await workbench.loadSamples();
    workbench.setup.chooseJudge('pasted');
    const run = workbench.judgeAll();
    await expect.poll(() => desk.request).not.toBeNull();
    workbench.cancel();
    await run;
    const [id = ''] = await runIds(workbench);
    const head = browser.store.head.bind(browser.store);
    browser.store.head = () => Promise.reject(new Error('no storage'));
    await workbench.resume();
    expect(workbench.run, 'it is what it was').toMatchObject({ kind: 'cancelled', total: 3 });
    expect([workbench.obstacle, workbench.takenUp]).toEqual([{ kind: null, detail: 'no storage' }, null]);
    browser.store.head = head;
    expect(await browser.open().ownership.claim(id)).not.toBeNull();
  });

  it('shows the name it was given meanwhile', async () => {
    const workbench = workbenchWith();
    await workbench.loadSamples();
    await workbench.judgeAll();
    const [id = ''] = await runIds(workbench);
    await workbench.openRun(id);
    await workbench.runs.changeHead(id, (head) => ({ ...head, title: 'Renamed' }));
    await workbench.hear({ kind: 'head', run: id });
    expect(workbench.openedRun?.title).toBe('Renamed');
  });

  it('is not gone on with from what a later run of a single case says', async () => {
    const workbench = workbenchWith();
    await workbench.loadSamples();
    await workbench.judgeAll();
    expect([workbench.isStored, workbench.canGoOn]).toEqual([true, true]);
    const [all = ''] = await runIds(workbench);
    await workbench.judgeSelected();
    expect(workbench.run).toMatchObject({ kind: 'finished', total: 1 });
    expect([workbench.isStored, workbench.canGoOn]).toEqual([true, false]);
    await workbench.openRun(all);
    expect(workbench.run).toMatchObject({ kind: 'finished', total: 3 });
    expect(workbench.canGoOn).toBe(true);
  });
});

describe('cases that do not fit the judge', () => {
  const answer = { rationale: 'fine', score: 4 };

  /** Its context holds questions of cases that are at most this long; the tokens of a case are its letters. */
  function narrowJudge() {
    const asked: string[] = [];
    const judge = {
      kind: 'model' as const,
      id: 'narrow',
      context: 3,
      asked,
      describe: () => ({ model: 'narrow', parameters: {} }),
      ask: ({ prompt }: JudgeRequest) => {
        asked.push(textOf(prompt));
        const text = JSON.stringify({ quality: answer });
        return Promise.resolve({ text, stop: 'complete' as const, model: 'narrow', parameters: {} });
      },
      prepare(questions: Iterable<ComingQuestion>, signal: AbortSignal, onCount?: (...c: number[]) => void) {
        const all = [...questions];
        const misfits = all.flatMap(({ prompt }, question) => {
          onCount?.(question, all.length);
          const tokens = textOf(prompt).length;
          return tokens > judge.context ? [{ question, tokens, reply: 0, context: judge.context }] : [];
        });
        signal.throwIfAborted();
        return Promise.resolve({ misfits });
      },
    };
    return judge;
  }
  const textOf = ({ own }: Prompt) => /begin input text ===\n(.*)\n/.exec(own)?.[1] ?? '';

  async function waitingForRoom() {
    const judge = narrowJudge();
    const workbench = workbenchWith([judge]);
    await workbench.loadSamples();
    workbench.setup.chooseJudge('narrow');
    const run = workbench.judgeAll();
    await expect.poll(() => workbench.run.kind).toBe('no-room');
    expect(workbench.run).toMatchObject({
      noRoom: { cases: 1, of: 3, longest: { tokens: 5, reply: 0, context: 3 } },
    });
    expect(judge.asked, 'nobody is asked before the person decides').toEqual([]);
    return { judge, workbench, run };
  }

  it('end as too long with their counts, without being asked', async () => {
    const { judge, workbench, run } = await waitingForRoom();
    workbench.decideRoom('go-on');
    await run;
    expect(workbench.run).toMatchObject({ kind: 'finished', done: 3, failed: 1 });
    expect(judge.asked).toEqual(['one', 'two']);
    expect(workbench.judgements.peek('c')?.digest).toMatchObject({ status: 'unscored', reason: 'too-long' });
    const [judgement] = await workbench.runs.judgements(workbench.judgements.peek('c')?.at.run ?? '', [
      workbench.judgements.peek('c')?.at.place ?? -1,
    ]);
    expect(judgement).toMatchObject({
      attempts: [],
      causes: [{ code: 'no-room', tokens: 5, reply: 0, context: 3 }],
      receipt: { tokens: { prompt: 0, reply: 0 } },
    });
  });

  it('are asked once there is room, and then with the others', async () => {
    const { judge, workbench, run } = await waitingForRoom();
    judge.context = 4;
    workbench.decideRoom('count-again');
    await expect.poll(() => workbench.run).toMatchObject({ noRoom: { longest: { context: 4 } } });
    judge.context = 5;
    workbench.decideRoom('count-again');
    await run;
    expect(workbench.run).toMatchObject({ kind: 'finished', done: 3, failed: 0 });
    expect(judge.asked).toEqual(['one', 'two', 'three']);
  });

  it('are nobody’s when the run is called off', async () => {
    const { judge, workbench, run } = await waitingForRoom();
    workbench.cancel();
    await run;
    expect(workbench.run).toMatchObject({ kind: 'cancelled', done: 0, total: 3 });
    expect(judge.asked).toEqual([]);
    expect(await runIds(workbench), 'no run is stored').toEqual([]);
  });

  it('are counted alone when only they are asked again', async () => {
    const { judge, workbench, run } = await waitingForRoom();
    workbench.decideRoom('go-on');
    await run;
    const again = workbench.retryFailed();
    await expect.poll(() => workbench.run).toMatchObject({ kind: 'no-room', noRoom: { cases: 1, of: 1 } });
    judge.context = 5;
    workbench.decideRoom('count-again');
    await again;
    expect(workbench.run).toMatchObject({ kind: 'finished', failed: 0 });
    expect(judge.asked).toEqual(['one', 'two', 'three']);
  });
});
