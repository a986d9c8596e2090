import { describe, expect, it } from 'vitest';
import { StorageFailure } from '../../../src/sheet/sheet-store';
import { edit, keysIn, statuses, texts, withSamples } from './looking';
import { Browser, score, ScriptedJudge, withChanged } from './tabs';

describe('a sheet', () => {
  it('is not stored for samples alone', async () => {
    const { browser, sheet } = await withSamples();
    await sheet.save();
    expect((await browser.store.list()).sheets).toEqual([]);
  });

  it('is stored from the first case that a person changes, and comes back with a reload', async () => {
    const { browser, workbench, sheet } = await withSamples();
    edit(workbench, 'b', 'changed');
    expect(sheet.unsaved).toBe(true);
    await sheet.save();
    expect(sheet.unsaved).toBe(false);
    const again = browser.tab();
    await again.openLast();
    await expect.poll(() => texts(again)).toEqual(['one', 'changed', 'three']);
  });

  it('is stored with a case that a person types', async () => {
    const browser = new Browser();
    const workbench = browser.tab();
    await workbench.sheet.currentRubric();
    await workbench.addCase('Mine');
    const { sheets } = await browser.store.list();
    expect(sheets.map(({ cases, firstCase }) => ({ cases, firstCase }))).toEqual([
      { cases: 1, firstCase: 'Mine' },
    ]);
  });

  it('says why it cannot be stored, keeps the text, and stores it at the next try', async () => {
    const browser = new Browser();
    let full = true;
    const workbench = browser.tab({
      store: withChanged(browser.store, {
        createSheet: (sheet) =>
          full ? Promise.reject(new StorageFailure('quota', 'full')) : browser.store.createSheet(sheet),
      }),
    });
    await workbench.loadSamples();
    edit(workbench, 'a', 'changed');
    await workbench.sheet.save();
    expect(workbench.sheet.trouble).toMatchObject({ kind: 'quota' });
    expect(workbench.hasCasesOnlyHere).toBe(true);
    full = false;
    await workbench.sheet.save();
    expect(workbench.sheet.trouble).toBeNull();
    expect(workbench.hasCasesOnlyHere).toBe(false);
  });
});

describe('rule 1: configuration', () => {
  it('Judge all fills the empty cells of the newest run with the chosen configuration', async () => {
    const { workbench, sheet } = await withSamples();
    workbench.sheet.selectedId = 'b';
    await workbench.judgeSelected();
    expect(statuses(workbench)).toEqual([null, 'partial', null]);
    await workbench.judgeAll();
    expect(statuses(workbench)).toEqual(['partial', 'partial', 'partial']);
    expect(sheet.runs).toHaveLength(1);
  });

  it('says so where nothing is empty, and begins a new run on request', async () => {
    const { workbench, sheet } = await withSamples();
    await workbench.judgeAll();
    await workbench.judgeAll();
    expect(workbench.nothingToJudge).toBe(true);
    expect(sheet.runs).toHaveLength(1);
    await workbench.judgeAgain();
    expect(sheet.runs).toHaveLength(2);
    expect(sheet.focus?.id).toBe(sheet.runs[0]?.id);
  });

  it('choosing a judge focuses its run, and focus changes no judge', async () => {
    const judge = new ScriptedJudge();
    const { workbench, sheet } = await withSamples(undefined, judge);
    await workbench.judgeAll();
    workbench.chooseJudge('rules');
    await workbench.judgeAll();
    const [rules, api] = sheet.runs;
    expect(sheet.focus?.id).toBe(rules?.id);
    workbench.chooseJudge('api');
    expect(sheet.focus?.id).toBe(api?.id);
    workbench.focusOn(rules?.id ?? '');
    expect(workbench.setup.judge.id).toBe('api');
  });
});

describe('rule 2: orders', () => {
  it('a run whose tab died goes on with exactly those that were left', async () => {
    const browser = new Browser();
    const judge = new ScriptedJudge();
    const { workbench } = await withSamples(browser, judge);
    judge.reply = (text) => (text === 'one' ? score(3) : new Promise<string>(() => undefined));
    void workbench.judgeAll();
    await expect.poll(() => judge.asked.length).toBe(2);
    await expect.poll(() => statuses(workbench)[0]).toBe('valid');
    browser.kill();
    const next = new ScriptedJudge();
    // A large sheet is read in pieces, and resumed before the last of them.
    const store = withChanged(browser.store, {
      async *cases(id) {
        for await (const piece of browser.store.cases(id)) for (const row of piece) yield [row];
      },
    });
    const again = browser.tab({ judges: [next], store });
    const [run] = (await browser.store.list()).runs;
    if (!run) throw new Error('Expected a stored run.');
    expect(await again.takeUp(run)).toBe('opened');
    await expect.poll(() => again.run.kind).toBe('finished');
    expect(next.asked).toEqual(['two', 'three']);
  });

  it('some cases are drawn at random and asked first, also after the tab died; then the rest', async () => {
    const browser = new Browser();
    const judge = new ScriptedJudge();
    const { workbench } = await withSamples(browser, judge);
    judge.reply = () => new Promise<string>(() => undefined);
    void workbench.judgeSome(2);
    await expect.poll(() => judge.asked.length).toBe(1);
    browser.kill();
    const again = browser.tab({ judges: [judge] });
    judge.reply = () => score(4);
    const [run] = (await browser.store.list()).runs;
    if (!run) throw new Error('Expected a stored run.');
    await again.takeUp(run);
    await expect.poll(() => again.run).toMatchObject({ kind: 'finished', cases: 2 });
    const drawn = ['one', 'two', 'three'].filter((_, key) => run.drawn?.keys.includes(key));
    expect(judge.asked.slice(1)).toEqual(drawn);
    expect([drawn.length, again.sheet.focus?.drawnOf]).toEqual([2, 3]);
    await again.judgeAll();
    expect(judge.asked.slice(1).toSorted()).toEqual(['one', 'three', 'two']);
    expect([again.sheet.runs.length, again.sheet.focus?.drawnOf]).toEqual([1, null]);
  });

  it('the rest of a draw is judged by its judge, also after a reload', async () => {
    const browser = new Browser();
    const { workbench } = await withSamples(browser, new ScriptedJudge());
    for (const [judge, judged] of [
      ['api', 1],
      ['rules', 3],
    ] as const) {
      await workbench.judgeSome(1);
      if (judged === 3) await workbench.judgeAll();
      const again = browser.tab({ judges: [new ScriptedJudge()] });
      await again.openLast();
      expect([again.sheet.focus?.head.counts.done, again.setup.judge.id]).toEqual([judged, judge]);
    }
  });

  it('a draw of a run is followed by further ones', async () => {
    const judge = new ScriptedJudge();
    const { workbench, sheet } = await withSamples(undefined, judge);
    await workbench.judgeSome(1);
    const seed = sheet.focus?.head.drawn?.seed;
    await workbench.judgeSome(1);
    expect(sheet.focus?.head.drawn).toHaveProperty('seed', seed);
    expect([new Set(judge.asked).size, sheet.focus?.drawnOf, sheet.focus?.head.drawn?.keys.length]).toEqual([
      2, 3, 2,
    ]);
  });

  it('Judge this case always asks, and the newest result counts', async () => {
    const judge = new ScriptedJudge();
    const { workbench } = await withSamples(undefined, judge);
    await workbench.judgeAll();
    judge.reply = () => score(1);
    workbench.sheet.selectedId = 'a';
    await workbench.judgeSelected();
    expect(judge.asked).toEqual(['one', 'two', 'three', 'one']);
    expect(workbench.sheet.judged('a')?.digest.score).toEqual({ kind: 'value', value: 1 });
  });
});

describe('rule 4: outdated cells', () => {
  it('count nowhere, are filled by Judge all, and revive when the edit is undone', async () => {
    const { workbench, sheet } = await withSamples();
    await workbench.judgeAll();
    edit(workbench, 'b', 'changed');
    expect(statuses(workbench)).toEqual(['partial', 'outdated', 'partial']);
    expect(workbench.summary.judged).toBe(2);
    edit(workbench, 'b', 'two');
    await sheet.save();
    expect(statuses(workbench)).toEqual(['partial', 'partial', 'partial']);
    edit(workbench, 'b', 'changed');
    await workbench.judgeAll();
    expect(statuses(workbench)).toEqual(['partial', 'partial', 'partial']);
    expect(sheet.runs).toHaveLength(1);
  });
});

describe('rule 5: removed rows', () => {
  it('are hidden and come back with their results', async () => {
    const { workbench } = await withSamples();
    await workbench.judgeAll();
    await workbench.changes.remove('b');
    expect(statuses(workbench)).toEqual(['partial', 'partial']);
    expect(workbench.summary.judged).toBe(2);
    await workbench.changes.undo();
    expect(texts(workbench)).toEqual(['one', 'two', 'three']);
    expect(workbench.summary.judged).toBe(3);
  });

  it('are purged with their results once undo ends', async () => {
    const { browser, workbench, sheet } = await withSamples();
    await workbench.judgeAll();
    await workbench.changes.remove('b');
    await workbench.changes.remove('c');
    workbench.changes.forget();
    const [run] = sheet.runs;
    await expect.poll(() => keysIn(browser.store, run?.id ?? '')).toEqual([0]);
  });
});

describe('rule 9: two tabs', () => {
  it('follow each other: cases, results and who drives', async () => {
    const browser = new Browser();
    const judge = new ScriptedJudge();
    const { workbench } = await withSamples(browser, judge);
    edit(workbench, 'a', 'one ');
    await workbench.sheet.save();
    const other = browser.tab({ judges: [new ScriptedJudge()] });
    await other.openSheet(workbench.sheet.id);
    let answer: (text: string) => void = () => undefined;
    judge.reply = (text) => (text === 'two' ? new Promise((resolve) => (answer = resolve)) : score(4));
    const judging = workbench.judgeAll();
    await expect.poll(() => other.run.kind).toBe('elsewhere');
    await expect.poll(() => statuses(other)).toEqual(['valid', null, null]);
    other.pause();
    await expect.poll(() => workbench.run.kind).toBe('paused');
    other.cancel();
    answer(score(5));
    await judging;
    await expect.poll(() => other.run.kind).toBe('cancelled');
  });

  it('refuse an edit of a text that was edited elsewhere, and offer both', async () => {
    const browser = new Browser();
    const { workbench } = await withSamples(browser);
    edit(workbench, 'a', 'first text');
    await workbench.sheet.save();
    const other = browser.tab();
    await other.openSheet(workbench.sheet.id);
    edit(other, 'a', 'theirs');
    edit(workbench, 'a', 'mine');
    await other.sheet.save();
    await workbench.sheet.save();
    const [conflict] = workbench.sheet.conflicts;
    expect([conflict?.mine.case.input.text, conflict?.theirs.case.input.text]).toEqual(['mine', 'theirs']);
    workbench.sheet.settleConflict('mine');
    await workbench.sheet.save();
    expect((await browser.store.caseAt(workbench.sheet.id, 0)).case.input.text).toBe('mine');
  });
});
