import { describe, expect, it } from 'vitest';
import { pastedJudge } from '../../../src/judges/pasted/pasted-judge';
import { PastedReplies } from '../../../src/judges/pasted/pasted-replies.svelte';
import { edit, idsOf, keysIn, statuses, takenFile, texts, withSamples } from './looking';
import { Browser, rubricSource, score, ScriptedJudge } from './tabs';

describe('samples', () => {
  it('are added, and the first one is selected', async () => {
    const workbench = new Browser().tab();
    const loading = workbench.loadSamples();
    expect(workbench.loadingSamples).toBe(true);
    await loading;
    expect(workbench.loadingSamples).toBe(false);
    expect(idsOf(workbench)).toEqual(['a', 'b', 'c']);
    expect(workbench.sheet.selected?.id).toBe('a');
  });

  it('do not land on another rubric that was chosen meanwhile', async () => {
    const loadSamples = () => Promise.resolve('id,label,text\nx,First,one\n');
    const workbench = new Browser().tab({ rubric: { loadSamples } });
    const loading = workbench.loadSamples();
    await workbench.chooseRubric('second');
    await loading;
    expect([workbench.sheet.rubricId, idsOf(workbench)]).toEqual(['second', ['a', 'b', 'c']]);
  });

  it('that cannot be fetched are an obstacle, and the page goes on', async () => {
    const rubric = { loadSamples: () => Promise.reject(new Error('offline')) };
    const workbench = new Browser().tab({ rubric });
    await workbench.loadSamples();
    expect(workbench.obstacle).toEqual({ kind: null, detail: 'offline' });
    expect([workbench.loadingSamples, workbench.run]).toEqual([false, { kind: 'idle' }]);
  });

  it('that were removed come again once, and undo does not double them', async () => {
    const { workbench } = await withSamples();
    await workbench.judgeAll();
    await workbench.changes.clear();
    await workbench.loadSamples();
    await workbench.changes.undo();
    expect(idsOf(workbench)).toEqual(['a', 'b', 'c']);
  });
});

describe('a run', () => {
  async function waitingForAReply() {
    const desk = new PastedReplies();
    const browser = new Browser();
    const workbench = browser.tab({ judges: [pastedJudge(desk.fetchReply)] });
    await workbench.loadSamples();
    workbench.chooseJudge('pasted');
    const run = workbench.judgeAll();
    await expect.poll(() => desk.request).not.toBeNull();
    return { browser, desk, workbench, run };
  }

  it('is not started twice', async () => {
    const { browser, workbench, run } = await waitingForAReply();
    await workbench.judgeAll();
    await workbench.judgeAgain();
    expect(workbench.run).toMatchObject({ kind: 'running', done: 0 });
    expect((await browser.store.list()).runs).toHaveLength(1);
    workbench.cancel();
    await run;
  });

  it('of pasted replies is called off when another sheet is shown', async () => {
    const { desk, workbench, run } = await waitingForAReply();
    const { id } = workbench.sheet;
    workbench.newSheet();
    await run;
    expect([workbench.run, idsOf(workbench), desk.request]).toEqual([{ kind: 'idle' }, [], null]);
    expect(await workbench.openSheet(id)).toBe('opened');
    expect(workbench.run).toMatchObject({ kind: 'cancelled', done: 0, total: 3 });
  });

  it('of another judge goes on when another sheet is shown, and is shown again', async () => {
    const judge = new ScriptedJudge();
    const { workbench, sheet } = await withSamples(undefined, judge);
    let answer: (text: string) => void = () => undefined;
    judge.reply = (text) => (text === 'one' ? new Promise((resolve) => (answer = resolve)) : score(4));
    const run = workbench.judgeAll();
    await expect.poll(() => judge.asked).toEqual(['one']);
    workbench.newSheet();
    expect([workbench.run.kind, workbench.busyElsewhere?.kind]).toEqual(['idle', 'running']);
    workbench.showBusy();
    await expect.poll(() => workbench.sheet.id).toBe(sheet.id);
    answer(score(4));
    await run;
    await expect.poll(() => statuses(workbench)).toEqual(['valid', 'valid', 'valid']);
    expect(workbench.run).toMatchObject({ kind: 'finished', done: 3 });
  });

  it('judges each case as it reads when it is asked', async () => {
    const judge = new ScriptedJudge();
    const { workbench } = await withSamples(undefined, judge);
    judge.reply = (text) => {
      if (text === 'one') {
        edit(workbench, 'a', 'edited too late');
        edit(workbench, 'c', 'changed');
      }
      return score(4);
    };
    await workbench.judgeAll();
    expect(judge.asked[0]).toBe('one');
    expect(judge.asked.at(-1)).toBe('changed');
    expect(statuses(workbench)).toEqual(['outdated', 'valid', 'valid']);
  });
});

it('another model than the run asked does not resume it, but judges the rest as a new run', async () => {
  const judge = new ScriptedJudge('api', 'large');
  const { workbench, sheet } = await withSamples(undefined, judge);
  judge.reply = () => {
    workbench.pause();
    return score(3);
  };
  const judging = workbench.judgeAll();
  await expect.poll(() => workbench.run.kind).toBe('paused');
  await expect.poll(() => statuses(workbench)).toContain('valid');
  judge.model = 'small';
  judge.reply = () => score(5);
  await workbench.resume();
  expect(workbench.wrongJudge).toMatchObject({ id: 'api', model: 'large' });
  expect(workbench.run.kind).toBe('paused');
  const before = judge.asked.length;
  await workbench.judgeRest();
  await judging;
  expect(workbench.wrongJudge).toBeNull();
  expect(sheet.runs.map((run) => [run.judge.model, run.state])).toEqual([
    ['small', 'finished'],
    ['large', 'cancelled'],
  ]);
  expect(judge.asked).toHaveLength(3);
  expect(statuses(workbench).filter((status) => status === 'valid')).toHaveLength(3 - before);
});

it('a run that needs its key first is not resumed, and nothing is wrong: the form shows where', async () => {
  const browser = new Browser();
  const judge = new ScriptedJudge();
  const { workbench } = await withSamples(browser, judge);
  judge.reply = () => new Promise<string>(() => undefined);
  void workbench.judgeAll();
  await expect.poll(() => judge.asked.length).toBe(1);
  browser.kill();
  let hasKey = false;
  judge.reply = () => score(4);
  const form = {
    kind: 'model' as const,
    id: 'api',
    forRun: () => Promise.resolve(judge),
    restore: () => undefined,
    wantsKey: () => !hasKey,
  };
  const again = browser.tab({ judges: [form] });
  const [run] = (await browser.store.list()).runs;
  if (!run) throw new Error('Expected a stored run.');
  await again.takeUp(run);
  await expect.poll(() => again.keyWanted).toBe(true);
  expect([again.run.kind, again.obstacle, judge.asked.length]).toEqual(['interrupted', null, 1]);
  hasKey = true;
  await again.resume();
  expect(again.run).toMatchObject({ kind: 'finished', done: 3 });
});

describe('rule 6: the rubric version', () => {
  it('is pinned: another version begins another run and changes nothing in the old one', async () => {
    const browser = new Browser();
    const { workbench, sheet } = await withSamples(browser);
    await workbench.judgeAll();
    const [old] = sheet.runs;
    const { contract } = await rubricSource('first').loadContract();
    const newer = { contract, prompt: 'Judge {{text}} with care.' };
    const again = browser.tab({ rubric: { loadContract: () => Promise.resolve(newer) } });
    await again.openSheet(sheet.id);
    await expect.poll(() => statuses(again)).toEqual(['partial', 'partial', 'partial']);
    expect(again.sheet.focus?.rubric.prompt).toBe('Judge {{text}}.');
    await again.judgeAll();
    expect(again.sheet.runs).toHaveLength(2);
    expect(again.sheet.focus?.rubric.prompt).toBe('Judge {{text}} with care.');
    expect(await browser.store.run(old?.id ?? '')).toEqual(old);
    expect(await keysIn(browser.store, old?.id ?? '')).toEqual([0, 1, 2]);
  });
});

describe('rule 7: the table', () => {
  it('has one narrow column for each other run, with its own values', async () => {
    const judge = new ScriptedJudge();
    const { workbench, sheet } = await withSamples(undefined, judge);
    await workbench.judgeAll();
    workbench.chooseJudge('rules');
    await workbench.judgeAll();
    const [rules, api] = sheet.runs;
    const narrow = () => workbench.sheet.results.columns.filter(({ kind }) => kind === 'run');
    expect(narrow().map(({ run }) => run?.id)).toEqual([api?.id]);
    const row = workbench.sheet.results.rowAt(0);
    expect(row && narrow()[0]?.known(row)).toEqual({ kind: 'value', value: 4 });
    expect(row?.digest?.status).toBe('partial');
    workbench.focusOn(api?.id ?? '');
    expect(narrow().map(({ run }) => run?.id)).toEqual([rules?.id]);
  });
});

describe('cases', () => {
  it('of a file replace those with their ids, and undo brings texts and results back', async () => {
    const browser = new Browser();
    const workbench = browser.tab();
    await workbench.sheet.currentRubric();
    await workbench.takeCases(
      takenFile([
        ['a', 'one'],
        ['b', 'two'],
      ]),
    );
    await workbench.judgeAll();
    await workbench.takeCases(
      takenFile([
        ['b', 'new'],
        ['d', 'four'],
      ]),
    );
    expect(texts(workbench)).toEqual(['one', 'new', 'four']);
    expect(statuses(workbench)).toEqual(['partial', 'outdated', null]);
    expect([workbench.changes.last?.cases.length, workbench.sheet.selectedId]).toEqual([1, 'b']);
    await workbench.changes.undo();
    expect(texts(workbench)).toEqual(['one', 'two', 'four']);
    expect(statuses(workbench)).toEqual(['partial', 'partial', null]);
    const again = browser.tab();
    await again.openSheet(workbench.sheet.id);
    await expect.poll(() => statuses(again)).toEqual(['partial', 'partial', null]);
  });

  it('with labels of a person bring that person’s run, named by the column', async () => {
    const browser = new Browser();
    const workbench = browser.tab();
    await workbench.sheet.currentRubric();
    const gold = [{ column: 'Mina', path: 'quality.score' }];
    await workbench.takeCases(
      takenFile(
        [
          ['a', 'one', '4'],
          ['b', 'two', '2'],
        ],
        gold,
      ),
    );
    const person = () => workbench.sheet.runs.filter(({ judge }) => judge.kind === 'person');
    expect(person().map(({ judge, state }) => [judge.model, state])).toEqual([['Mina', 'finished']]);
    const scores = () =>
      workbench.cases.map(({ id }) => workbench.sheet.judged(id, person()[0]?.id)?.digest.score);
    expect(scores()).toEqual([4, 2].map((value) => ({ kind: 'value', value })));
    await workbench.takeCases(takenFile([['c', 'three', '5']], gold));
    expect(person()).toHaveLength(1);
    expect(scores().at(-1)).toEqual({ kind: 'value', value: 5 });
    await workbench.judgeAll();
    expect(workbench.sheet.focus?.head.judge.kind).toBe('program');
  });
});

describe('a stored sheet', () => {
  it('is opened with its view, its focus and the rubric it is of', async () => {
    const browser = new Browser();
    const judge = new ScriptedJudge();
    const { workbench, sheet } = await withSamples(browser, judge);
    await workbench.judgeAll();
    workbench.chooseJudge('rules');
    await workbench.judgeAll();
    const [, api] = sheet.runs;
    workbench.focusOn(api?.id ?? '');
    await workbench.sheet.results.setFilter({ text: 'ir' });
    workbench.sheet.selectedId = 'c';
    await workbench.sheet.keepView();
    const again = browser.tab();
    await again.chooseRubric('second');
    expect(await again.openSheet(sheet.id)).toBe('opened');
    expect([again.sheet.rubricId, again.sheet.focus?.id]).toEqual(['first', api?.id]);
    await expect.poll(() => again.sheet.results.order.length).toBe(2);
    expect(again.sheet.selectedId).toBe('c');
  });

  it('that is deleted is gone', async () => {
    const { browser, workbench, sheet } = await withSamples();
    await workbench.judgeAll();
    const again = browser.tab();
    await browser.store.changeSheet(sheet.id, (head) => ({ ...head, removed: head.created }));
    expect(await again.openSheet(sheet.id)).toBe('gone');
    await browser.store.removeSheet(sheet.id);
    expect(await again.openSheet(sheet.id)).toBe('gone');
    expect(idsOf(again)).toEqual([]);
  });

  it('loses a run that is deleted elsewhere, and keeps its cases', async () => {
    const { browser, workbench, sheet } = await withSamples();
    await workbench.judgeAll();
    const [run] = sheet.runs;
    await browser.store.removeRun(run?.id ?? '');
    browser.notify({ sheet: sheet.id, run: run?.id ?? '', removed: true });
    await expect.poll(() => sheet.runs).toEqual([]);
    expect([statuses(workbench), workbench.run]).toEqual([[null, null, null], { kind: 'idle' }]);
  });

  it('with an imported run neither resumes it nor sets a judge', async () => {
    const browser = new Browser();
    const judge = new ScriptedJudge();
    const { workbench, sheet } = await withSamples(browser, judge);
    judge.reply = () => 'no JSON';
    await workbench.judgeAll();
    const [run] = sheet.runs;
    const imported = await browser.store.changeRun(run?.id ?? '', (head) => ({
      ...head,
      imported: head.created,
      state: 'paused',
      orders: [{ cells: [{ sample: 0, keys: [[0, 2]] }], since: 3 }],
    }));
    if (!imported) throw new Error('Expected a stored run.');
    const next = new ScriptedJudge();
    const again = browser.tab({ judges: [next] });
    expect(await again.takeUp(imported, 'failed')).toBe('opened');
    await again.resume();
    await again.retryFailed();
    expect([again.canGoOn, again.setup.judge.id, next.asked]).toEqual([false, 'rules', []]);
    again.chooseJudge('api');
    await again.judgeAll();
    expect(next.asked).toEqual(['one', 'two', 'three']);
    expect(again.sheet.runs).toHaveLength(2);
  });
});
