import { afterEach, describe, expect, it, vi } from 'vitest';
import { StorageFailure, type SheetStore } from '../../../../src/sheet/sheet-store';
import { Browser, runHead, sheetCase, sheetHead, storeWith, type Tab } from '../history-tabs';

const day = (number: number) => `2026-03-0${number}T00:00:00.000Z`;

/** Sheets a, b, c …, the last of them the newest, each with runs named after it: a1, a2 … */
async function shown(browser: Browser, sheets: Record<string, number>): Promise<Tab> {
  for (const [index, [id, runs]] of Object.entries(sheets).entries())
    await browser.keep(
      id,
      { changed: day(index + 1) },
      Array.from({ length: runs }, (_, run) => runHead(`${id}${run + 1}`, id, { created: day(run + 1) })),
    );
  return browser.open().show();
}
const unavailable = () => Promise.reject(new StorageFailure('unavailable', 'no'));
const full = () => Promise.reject(new StorageFailure('quota', 'full'));

afterEach(() => {
  vi.useRealTimers();
});

describe('the list', () => {
  it('has pinned sheets first, then the last changed; each with its runs, pinned and newest first', async () => {
    const browser = new Browser();
    await browser.keep('old', { changed: day(1) }, [
      runHead('first', 'old', { created: day(1) }),
      runHead('second', 'old', { created: day(2) }),
      runHead('imported', 'old', { created: day(1), imported: day(3) }),
      runHead('pinned-run', 'old', { created: day(1), pinned: true }),
      runHead('deleted-run', 'old', { removed: day(4) }),
    ]);
    await browser.keep('pinned', { changed: day(2), pinned: true });
    await browser.keep('new', { changed: day(3) });
    await browser.keep('deleted', { removed: day(4) });
    const tab = await browser.open().show();
    expect(tab.sheets).toEqual(['pinned', 'new', 'old']);
    expect(tab.runsOf('old')).toEqual(['pinned-run', 'imported', 'second', 'first']);
    expect(tab.history.runCount).toBe(4);
  });

  it('names what cannot be read, and deletes it', async () => {
    const browser = new Browser();
    await browser.keep('whole');
    let damaged: { kind: 'sheet' | 'run'; id: string }[] = [
      { kind: 'sheet', id: 'broken' },
      { kind: 'run', id: 'bad' },
    ];
    const remove = (id: string) => Promise.resolve(void (damaged = damaged.filter((one) => one.id !== id)));
    const store = storeWith(browser.store, {
      list: async () => ({ ...(await browser.store.list()), damaged }),
      removeSheet: remove,
      removeRun: remove,
    });
    const tab = await browser.open({ store }).show();
    for (const { kind, id } of damaged) expect(await tab.history.removeDamaged({ kind, id })).toBeNull();
    expect([tab.sheets, tab.history.stored.listing.damaged, damaged]).toEqual([['whole'], [], []]);
  });

  it('says why it cannot be read, and can be read again', async () => {
    const browser = new Browser();
    let refuse = true;
    const list = () =>
      refuse ? Promise.reject(new StorageFailure('newer-version', 'newer')) : browser.store.list();
    const tab = await browser.open({ store: storeWith(browser.store, { list }) }).show();
    expect(tab.history.stored.state).toEqual({ kind: 'newer-version', detail: 'newer' });
    refuse = false;
    await tab.history.stored.look();
    expect(tab.history.stored.state).toBe('ready');
  });

  it('shows the run of this tab as it goes, and the others as they are stored', async () => {
    const browser = new Browser();
    await browser.keep(
      'a',
      {},
      ['mine', 'theirs', 'left'].map((id) => runHead(id, 'a', { state: 'running' })),
    );
    const other = browser.open();
    await other.tools.locks.claim('theirs');
    const tab = await browser.open().show();
    tab.driven = {
      id: 'mine',
      state: { kind: 'running', label: '', pace: null, done: 1, total: 3, failed: 0 },
    };
    const kinds = () => ['mine', 'theirs', 'left'].map((id) => tab.history.stateOf(tab.run(id).head).kind);
    expect(kinds()).toEqual(['running', 'elsewhere', 'interrupted']);
    browser.kill(other);
    await expect.poll(kinds).toEqual(['running', 'interrupted', 'interrupted']);
    tab.leave();
  });
});

describe('the search', () => {
  const source = { columns: [], mapping: { inputs: {}, gold: {} } };
  it.each([
    ['nothing', '  ', ['b', 'a']],
    ['a title, whatever its letters', 'FIRST', ['a']],
    ['a file name', 'monday.csv', ['b']],
    ['a note, with syllables taken apart', '회의'.normalize('NFD'), ['b']],
    ['the note of a run', 'baseline', ['a']],
    ['a model', 'some-model', ['b']],
    ['the words for a judge', 'rules only', ['a']],
    ['a rubric', 'minutes', ['b', 'a']],
    ['every word, wherever it stands', 'minutes first baseline', ['a']],
    ['a case id', 'CASE-x7', ['b']],
    ['the label of a case, and a word of its sheet', 'Budget 회의', ['b']],
    ['a case that is hidden', 'case-gone', []],
    ['what is nowhere', 'minutes elsewhere', []],
  ])('finds %s', async (_, search, expected) => {
    const browser = new Browser();
    const judge = { id: 'rules', kind: 'program', model: 'none', parameters: {} } as const;
    await browser.keep('a', { title: 'First', changed: day(1) }, [
      runHead('a1', 'a', { judge, note: 'Baseline' }),
    ]);
    await browser.store.createSheet({
      head: sheetHead('b', {
        note: '월요일 회의',
        sources: [{ name: 'Monday.csv', ...source }],
        changed: day(2),
      }),
      cases: [[sheetCase(0, { id: 'case-x7', label: 'Budget' }), sheetCase(1, { id: 'case-gone' })]],
    });
    await browser.store.createRun(runHead('b1', 'b'), { contract: {}, prompt: '' });
    await browser.store.hideCases('b', [1], true);
    const tab = await browser.open().show();
    tab.history.search = search;
    await expect.poll(() => tab.history.searching).toBe(false);
    expect(tab.sheets).toEqual(expected);
  });

  it('still finds a sheet by its head when its cases cannot be read', async () => {
    const browser = new Browser();
    await browser.keep('a');
    // eslint-disable-next-line require-yield
    const caseNames: SheetStore['caseNames'] = async function* () {
      await unavailable();
    };
    const tab = await browser.open({ store: storeWith(browser.store, { caseNames }) }).show();
    tab.history.search = 'sheet a';
    await expect.poll(() => tab.history.searching).toBe(false);
    expect(tab.sheets).toEqual(['a']);
  });
});

describe('a change', () => {
  it('of a sheet or a run is stored, shown, and shown in other tabs', async () => {
    const browser = new Browser();
    const tab = await shown(browser, { a: 1, b: 0 });
    const other = await browser.open().show();
    await tab.history.change(tab.sheet('a'), { title: 'Renamed', note: 'Why', pinned: true });
    await tab.history.change(tab.run('a1'), { title: 'Baseline' });
    expect(await browser.store.sheet('a')).toMatchObject({ title: 'Renamed', note: 'Why', pinned: true });
    for (const { history } of [tab, other])
      await expect
        .poll(() => history.sheets[0])
        .toMatchObject({ head: { id: 'a', title: 'Renamed' }, runs: [{ title: 'Baseline' }] });
    tab.leave();
    other.leave();
  });

  it('of a sheet that is gone says so', async () => {
    const browser = new Browser();
    const tab = await shown(browser, { a: 0 });
    const item = tab.sheet('a');
    await browser.store.removeSheet('a');
    expect(await tab.history.change(item, { title: 'Renamed' })).toBe(false);
    expect(tab.history.problem).toMatchObject({ item, what: 'gone' });
    expect(tab.sheets).toEqual([]);
  });

  it('that cannot be stored says why, and leaves the list as it was', async () => {
    const browser = new Browser();
    await browser.keep('a');
    const tab = await browser.open({ store: storeWith(browser.store, { changeSheet: full }) }).show();
    expect(await tab.history.change(tab.sheet('a'), { title: 'Renamed' })).toBe(false);
    expect(tab.history.problem).toMatchObject({ what: 'not-changed', trouble: { kind: 'quota' } });
    expect(tab.sheet('a').head.title).toBe('Sheet a');
  });
});

describe('deleting a run', () => {
  it('hides it everywhere, and undo brings it back as it was', async () => {
    const browser = new Browser();
    const tab = await shown(browser, { a: 2 });
    const other = await browser.open().show();
    const before = await browser.store.run('a1');
    await tab.history.remove(tab.run('a1'));
    expect([tab.runsOf('a'), tab.history.removal.offered?.head.id]).toEqual([['a2'], 'a1']);
    await expect.poll(() => other.runsOf('a')).toEqual(['a2']);
    await tab.history.undo();
    expect([tab.runsOf('a'), tab.history.removal.offered]).toEqual([['a2', 'a1'], null]);
    await expect.poll(() => other.runsOf('a')).toEqual(['a2', 'a1']);
    expect(await browser.store.run('a1')).toEqual(before);
    tab.leave();
    other.leave();
  });

  it('removes it from the choice for comparison', async () => {
    const tab = await shown(new Browser(), { a: 1, b: 1 });
    tab.history.choose('a1', true);
    tab.history.choose('b1', true);
    await tab.history.remove(tab.run('a1'));
    expect(tab.history.chosen).toEqual(['b1']);
    tab.history.choose('b1', false);
    expect(tab.history.chosen).toEqual([]);
  });

  it('does not keep its sheet from being deleted next', async () => {
    const browser = new Browser();
    const tab = await shown(browser, { a: 2 });
    await tab.history.remove(tab.run('a1'));
    expect(await tab.history.remove(tab.sheet('a'))).toBe(true);
    expect(tab.history.removal.offered).toMatchObject({ kind: 'sheet', head: { id: 'a' } });
    await tab.history.undo();
    expect(await browser.stored()).toEqual({ sheets: ['a'], runs: ['a2'] });
  });
});

describe('deleting a sheet', () => {
  it('is refused while a tab drives one of its runs, and claims nothing then', async () => {
    const browser = new Browser();
    const tab = await shown(browser, { a: 2 });
    const lock = await browser.open().tools.locks.claim('a2');
    expect(await tab.history.remove(tab.sheet('a'))).toBe(false);
    expect(tab.history.problem).toMatchObject({ item: { kind: 'sheet' }, what: 'busy' });
    expect([tab.sheets, tab.history.removal.offered]).toEqual([['a'], null]);
    await lock?.release();
    for (const id of ['a', 'a1', 'a2']) expect(await browser.open().tools.locks.claim(id)).not.toBeNull();
  });

  it('is final when the next one is deleted, and when the list is left', async () => {
    const browser = new Browser();
    const tab = await shown(browser, { a: 1, b: 1, c: 1 });
    await tab.history.remove(tab.sheet('a'));
    expect((await browser.stored()).sheets).toEqual(['a', 'b', 'c']);
    await tab.history.remove(tab.sheet('b'));
    expect(await browser.stored()).toEqual({ sheets: ['b', 'c'], runs: ['b1', 'c1'] });
    expect(browser.told).toContainEqual({ sheet: 'a', removed: true });
    tab.leave();
    await expect.poll(() => browser.stored()).toEqual({ sheets: ['c'], runs: ['c1'] });
    expect(tab.history.removal.offered).toBeNull();
    await browser.keep('a');
    await tab.show();
    expect(tab.sheets, 'a file may bring it back under the same id').toContain('a');
    tab.leave();
  });

  it('is taken back when another tab has begun a run in it meanwhile', async () => {
    const browser = new Browser();
    const tab = await shown(browser, { a: 1 });
    await tab.history.remove(tab.sheet('a'));
    await browser.store.createRun(runHead('late', 'a', { state: 'running' }), { contract: {}, prompt: '' });
    await browser.open().tools.locks.claim('late');
    tab.leave();
    await expect.poll(async () => (await browser.store.sheet('a'))?.removed).toBeNull();
    expect((await browser.stored()).runs).toEqual(['a1', 'late']);
    expect(await browser.open().tools.locks.claim('a1'), 'it is free').not.toBeNull();
  });

  it('needs no space: without a mark it is hidden all the same, can be undone, and is final when the list is left', async () => {
    const browser = new Browser();
    await browser.keep('a', { changed: day(1) });
    await browser.keep('b', { changed: day(2) });
    const tab = await browser.open({ store: storeWith(browser.store, { changeSheet: full }) }).show();
    await tab.history.remove(tab.sheet('a'));
    expect([tab.sheets, tab.history.removal.offered?.head.id, tab.history.problem]).toEqual([
      ['b'],
      'a',
      null,
    ]);
    await tab.history.undo();
    expect([tab.sheets, tab.history.removal.offered]).toEqual([['b', 'a'], null]);
    await tab.history.remove(tab.sheet('a'));
    await tab.history.remove(tab.sheet('b'));
    expect((await browser.stored()).sheets).toEqual(['b']);
    tab.leave();
    await expect.poll(async () => (await browser.stored()).sheets).toEqual([]);
  });

  it('that is undone stays undone, though the list is left or the next sheet deleted before that is stored', async () => {
    const browser = new Browser();
    const tab = await shown(browser, { a: 0, b: 0, c: 0 });
    await tab.history.remove(tab.sheet('a'));
    const undoing = tab.history.undo();
    await tab.history.remove(tab.sheet('b'));
    await undoing;
    expect((await browser.stored()).sheets).toEqual(['a', 'b', 'c']);
    expect([tab.sheets, tab.history.removal.offered?.head.id]).toEqual([['c', 'a'], 'b']);
    const undoingAgain = tab.history.undo();
    tab.leave();
    await undoingAgain;
    expect((await browser.stored()).sheets).toEqual(['a', 'b', 'c']);
  });

  it('can still be undone when undo could not be stored', async () => {
    const browser = new Browser();
    await browser.keep('a');
    let refuses = false;
    const changeSheet: SheetStore['changeSheet'] = (id, change) =>
      refuses ? unavailable() : browser.store.changeSheet(id, change);
    const tab = await browser.open({ store: storeWith(browser.store, { changeSheet }) }).show();
    await tab.history.remove(tab.sheet('a'));
    refuses = true;
    await tab.history.undo();
    expect([tab.history.removal.offered?.head.id, tab.history.problem?.what]).toEqual(['a', 'not-changed']);
    refuses = false;
    await tab.history.undo();
    expect([tab.sheets, tab.history.removal.offered, tab.history.problem]).toEqual([['a'], null, null]);
  });

  it('that fails leaves the sheet free and in the list', async () => {
    const browser = new Browser();
    await browser.keep('a', {}, [runHead('a1', 'a')]);
    const tab = await browser.open({ store: storeWith(browser.store, { changeSheet: unavailable }) }).show();
    await tab.history.remove(tab.sheet('a'));
    expect(tab.history.problem).toMatchObject({ what: 'not-removed', trouble: { kind: 'unavailable' } });
    expect(tab.sheets).toEqual(['a']);
    expect(await tab.tools.locks.claim('a1')).not.toBeNull();
  });

  it('by a double click is one deletion', async () => {
    const tab = await shown(new Browser(), { a: 1 });
    const item = tab.sheet('a');
    await Promise.all([tab.history.remove(item), tab.history.remove(item)]);
    expect([tab.sheets, tab.history.problem, tab.history.removal.offered?.head.id]).toEqual([[], null, 'a']);
    await tab.history.undo();
    expect([tab.sheets, tab.history.problem]).toEqual([['a'], null]);
  });
});

describe('deleting everything', () => {
  it('leaves sheets whose runs are being judged, and counts them', async () => {
    const browser = new Browser();
    const tab = await shown(browser, { a: 1, b: 2, c: 0 });
    await browser.open().tools.locks.claim('b2');
    await tab.history.remove(tab.sheet('a'));
    expect(await tab.history.removeAll()).toEqual({ removed: 1, stayed: 1, trouble: null });
    expect(tab.sheets).toEqual(['b']);
    expect(await browser.stored()).toEqual({ sheets: ['b'], runs: ['b1', 'b2'] });
  });

  it('says why the storage refuses', async () => {
    const browser = new Browser();
    await browser.keep('a');
    const tab = await browser.open({ store: storeWith(browser.store, { removeSheet: unavailable }) }).show();
    const trouble = { kind: 'unavailable', detail: 'no' };
    expect(await tab.history.removeAll()).toEqual({ removed: 0, stayed: 0, trouble });
    expect(await tab.history.removeDamaged({ kind: 'sheet', id: 'a' })).toEqual(trouble);
    expect(tab.sheets).toEqual(['a']);
  });
});

describe('the next visit', () => {
  it('sweeps away what was deleted, but not while another tab may undo that', async () => {
    const browser = new Browser();
    const tab = await shown(browser, { a: 1, b: 1, c: 0 });
    await browser.store.changeRun('b1', (head) => ({ ...head, removed: day(1) }));
    await tab.history.remove(tab.sheet('a'));
    const next = browser.open();
    browser.time += 9 * 60_000;
    await next.history.sweep();
    expect(await browser.stored()).toEqual({ sheets: ['a', 'b', 'c'], runs: ['a1'] });
    browser.time += 60_000;
    await next.history.sweep();
    expect(await browser.stored()).toEqual({ sheets: ['b', 'c'], runs: [] });
  });

  it('leaves a sheet alone that was brought back just now', async () => {
    const browser = new Browser();
    await browser.keep('a', { removed: day(1) });
    const stale = await browser.store.list();
    await browser.store.changeSheet('a', (head) => ({ ...head, removed: null }));
    const next = browser.open({ store: storeWith(browser.store, { list: () => Promise.resolve(stale) }) });
    await next.history.sweep();
    expect((await browser.stored()).sheets).toEqual(['a']);
  });
});
