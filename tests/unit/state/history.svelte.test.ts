import { describe, expect, it } from 'vitest';
import { StorageFailure, type RunStore } from '../../../src/storage/runs/run-store';
import { Browser, type Tab } from './tabs-for-tests';

async function shown(browser: Browser, ...ids: string[]): Promise<Tab> {
  for (const [index, id] of ids.entries())
    await browser.judged(id, { created: `2026-03-0${index + 1}T00:00:00.000Z` });
  return listed(browser);
}
async function listed(browser: Browser, options: Parameters<Browser['open']>[0] = {}): Promise<Tab> {
  const tab = browser.open(options);
  tab.show();
  await expect.poll(() => tab.history.state).not.toBe('new');
  return tab;
}
const storedIds = async ({ store }: Browser) => (await store.heads()).heads.map(({ id }) => id).toSorted();
const over = (store: RunStore, changes: Partial<RunStore>): RunStore =>
  new Proxy(store, {
    get: (_, name): unknown => {
      const value: unknown = Reflect.get(name in changes ? changes : store, name);
      return typeof value === 'function' ? value.bind(store) : value;
    },
  });

describe('the list', () => {
  it('has the pinned first, and the newest first among each; an import counts from its arrival', async () => {
    const browser = new Browser();
    await browser.judged('old', { created: '2026-01-01T00:00:00.000Z' });
    await browser.judged('pinned', { created: '2025-01-01T00:00:00.000Z', pinned: true });
    await browser.judged('new', { created: '2026-02-01T00:00:00.000Z' });
    await browser.judged('brought', {
      created: '2024-01-01T00:00:00.000Z',
      imported: '2026-03-01T00:00:00.000Z',
    });
    await browser.judged('deleted', { removed: '2026-01-02T00:00:00.000Z' });
    const { ids } = await listed(browser);
    expect(ids).toEqual(['pinned', 'brought', 'new', 'old']);
  });

  it('knows how much each run takes', async () => {
    const tab = await shown(new Browser(), 'a');
    await expect.poll(() => tab.history.sizeOf('a')).toBeGreaterThan(100);
    expect(tab.history.sizeOf('nobody')).toBeUndefined();
  });

  it.each([
    ['nothing', '  ', ['b', 'a']],
    ['a name, whatever its letters', 'FIRST', ['a']],
    ['a note, with syllables taken apart', '회의'.normalize('NFD'), ['b']],
    ['a model', 'some-model', ['b']],
    ['the words for a judge', 'rules only', ['a']],
    ['every word, wherever it stands', 'minutes first', ['a']],
    ['what is nowhere', 'minutes elsewhere', []],
  ])('is searched for %s', async (_, search, expected) => {
    const browser = new Browser();
    const judge = { id: 'rules', kind: 'program', model: 'none', parameters: {} } as const;
    await browser.judged('a', { title: 'First', judge, created: '2026-01-01T00:00:00.000Z' });
    await browser.judged('b', { note: '월요일 회의', created: '2026-02-01T00:00:00.000Z' });
    const tab = await listed(browser);
    tab.history.search = search;
    expect(tab.ids).toEqual(expected);
  });

  it('names runs that cannot be read, and deletes them', async () => {
    const browser = new Browser();
    await browser.judged('whole');
    let damaged = ['broken'];
    const store = over(browser.store, {
      heads: async () => ({ heads: (await browser.store.heads()).heads, damaged }),
      remove: (id) => Promise.resolve(void (damaged = damaged.filter((one) => one !== id))),
    });
    const tab = await listed(browser, { store });
    expect([tab.ids, tab.history.damaged]).toEqual([['whole'], ['broken']]);
    await tab.history.removeDamaged('broken');
    expect([tab.ids, tab.history.damaged, damaged]).toEqual([['whole'], [], []]);
  });

  it('says why it cannot be read, and can be read again', async () => {
    const browser = new Browser();
    let refuse = true;
    const heads = () =>
      refuse ? Promise.reject(new StorageFailure('newer-version', 'newer')) : browser.store.heads();
    const tab = await listed(browser, { store: over(browser.store, { heads }) });
    expect(tab.history.state).toEqual({ kind: 'newer-version', detail: 'newer' });
    refuse = false;
    await tab.history.look();
    expect(tab.history.state).toBe('ready');
  });

  it('tells the run of this tab as it goes, and the others as they are stored', async () => {
    const browser = new Browser();
    await browser.judged('mine', { state: 'running' });
    await browser.judged('theirs', { state: 'running' });
    await browser.judged('nobodys', { state: 'running' });
    const other = browser.open();
    await other.ownership.claim('theirs');
    const tab = await listed(browser);
    tab.driven = {
      id: 'mine',
      state: { kind: 'running', label: '', pace: null, done: 1, total: 3, failed: 0 },
    };
    const kinds = () => ['mine', 'theirs', 'nobodys'].map((id) => tab.history.stateOf(tab.headOf(id)).kind);
    expect(kinds()).toEqual(['running', 'elsewhere', 'interrupted']);
    browser.kill(other);
    await expect.poll(kinds).toEqual(['running', 'interrupted', 'interrupted']);
    tab.leave();
  });
});

describe('a change', () => {
  it('is stored, shown, and shown in other tabs', async () => {
    const browser = new Browser();
    const tab = await shown(browser, 'a', 'b');
    const other = await listed(browser);
    await tab.history.change(tab.headOf('a'), { title: 'Renamed', note: 'Why', pinned: true });
    expect(await browser.store.head('a')).toMatchObject({ title: 'Renamed', note: 'Why', pinned: true });
    for (const { history } of [tab, other])
      await expect.poll(() => history.heads[0]).toMatchObject({ id: 'a', title: 'Renamed' });
  });

  it('of a run that is gone says so', async () => {
    const browser = new Browser();
    const tab = await shown(browser, 'a');
    const head = tab.headOf('a');
    await browser.store.remove('a');
    await tab.history.change(head, { title: 'Renamed' });
    expect(tab.history.problem).toMatchObject({ head, what: 'gone' });
    expect(tab.ids).toEqual([]);
  });

  it('that cannot be stored says why, and leaves the list as it was', async () => {
    const browser = new Browser();
    await browser.judged('a');
    const changeHead = () => Promise.reject(new StorageFailure('quota', 'full'));
    const tab = await listed(browser, { store: over(browser.store, { changeHead }) });
    await tab.history.change(tab.headOf('a'), { title: 'Renamed' });
    expect(tab.history.problem).toMatchObject({ what: 'not-changed', trouble: { kind: 'quota' } });
    expect(tab.headOf('a').title).toBe('Run a');
  });
});

describe('deleting', () => {
  it('hides the run everywhere, and undoing brings it back as it was', async () => {
    const browser = new Browser();
    const tab = await shown(browser, 'a', 'b');
    const other = await listed(browser);
    const before = await browser.store.head('a');
    await tab.history.remove(tab.headOf('a'));
    expect([tab.ids, tab.history.removed?.id]).toEqual([['b'], 'a']);
    await expect.poll(() => other.ids).toEqual(['b']);
    await tab.history.undo();
    expect([tab.ids, tab.history.removed]).toEqual([['b', 'a'], null]);
    await expect.poll(() => other.ids).toEqual(['b', 'a']);
    expect(await browser.store.head('a')).toEqual(before);
  });

  it('that is undone is undone, though the list is left or the next run deleted before that is stored', async () => {
    const browser = new Browser();
    const tab = await shown(browser, 'a', 'b', 'c');
    await tab.history.remove(tab.headOf('a'));
    const undoing = tab.history.undo();
    await tab.history.remove(tab.headOf('b'));
    await undoing;
    expect(await storedIds(browser)).toEqual(['a', 'b', 'c']);
    expect([tab.ids, tab.history.removed?.id]).toEqual([['c', 'a'], 'b']);
    const undoingAgain = tab.history.undo();
    tab.leave();
    await undoingAgain;
    expect(await storedIds(browser)).toEqual(['a', 'b', 'c']);
    expect(await browser.open().ownership.claim('b'), 'it is free').not.toBeNull();
  });

  it('can still be undone where undoing could not be stored', async () => {
    const browser = new Browser();
    await browser.judged('a');
    let refuses = false;
    const changeHead: RunStore['changeHead'] = (id, change) =>
      refuses
        ? Promise.reject(new StorageFailure('unavailable', 'no'))
        : browser.store.changeHead(id, change);
    const tab = await listed(browser, { store: over(browser.store, { changeHead }) });
    await tab.history.remove(tab.headOf('a'));
    refuses = true;
    await tab.history.undo();
    expect([tab.history.removed?.id, tab.history.problem?.what]).toEqual(['a', 'not-changed']);
    refuses = false;
    await tab.history.undo();
    expect([tab.ids, tab.history.removed, tab.history.problem]).toEqual([['a'], null, null]);
  });

  it('is for good when the next run is deleted, and when the list is left', async () => {
    const browser = new Browser();
    const tab = await shown(browser, 'a', 'b', 'c');
    await tab.history.remove(tab.headOf('a'));
    expect(await storedIds(browser)).toEqual(['a', 'b', 'c']);
    await tab.history.remove(tab.headOf('b'));
    expect(await storedIds(browser)).toEqual(['b', 'c']);
    expect(browser.told).toContainEqual({ kind: 'removed', run: 'a' });
    tab.leave();
    await expect.poll(() => storedIds(browser)).toEqual(['c']);
    expect(tab.history.removed).toBeNull();
    await browser.judged('a', { created: '2026-03-01T00:00:00.000Z' });
    tab.show();
    await expect.poll(() => tab.ids, { message: 'a file may bring it back' }).toContain('a');
  });

  it('needs no space: what cannot be marked is hidden all the same, can be undone, and goes when the list is left', async () => {
    const browser = new Browser();
    await browser.judged('a', { created: '2026-03-01T00:00:00.000Z' });
    await browser.judged('b', { created: '2026-03-02T00:00:00.000Z' });
    const changeHead = () => Promise.reject(new StorageFailure('quota', 'full'));
    const tab = await listed(browser, { store: over(browser.store, { changeHead }) });
    await tab.history.remove(tab.headOf('a'));
    expect([tab.ids, tab.history.removed?.id, tab.history.problem]).toEqual([['b'], 'a', null]);
    await tab.history.look();
    expect(tab.ids, 'also when it is read again').toEqual(['b']);
    expect(await browser.open().ownership.claim('a'), 'nobody else goes on with it').toBeNull();
    await tab.history.undo();
    expect([tab.ids, tab.history.removed]).toEqual([['b', 'a'], null]);
    await tab.history.remove(tab.headOf('a'));
    await tab.history.remove(tab.headOf('b'));
    expect(await storedIds(browser)).toEqual(['b']);
    tab.leave();
    await expect.poll(() => storedIds(browser)).toEqual([]);
  });

  it('is refused for a run that is being judged', async () => {
    const browser = new Browser();
    const tab = await shown(browser, 'a');
    const owned = await browser.open().ownership.claim('a');
    await tab.history.remove(tab.headOf('a'));
    expect(tab.history.problem).toMatchObject({ what: 'busy' });
    expect([tab.ids, tab.history.removed]).toEqual([['a'], null]);
    await owned?.release();
    await tab.history.remove(tab.headOf('a'));
    expect([tab.ids, tab.history.problem]).toEqual([[], null]);
  });

  it('that fails leaves the run free and in the list', async () => {
    const browser = new Browser();
    await browser.judged('a');
    const changeHead = () => Promise.reject(new StorageFailure('unavailable', 'no'));
    const tab = await listed(browser, { store: over(browser.store, { changeHead }) });
    await tab.history.remove(tab.headOf('a'));
    expect(tab.history.problem).toMatchObject({ what: 'not-removed', trouble: { kind: 'unavailable' } });
    expect(tab.ids).toEqual(['a']);
    expect(await tab.ownership.claim('a')).not.toBeNull();
  });

  it('forgets that it was chosen for comparison', async () => {
    const tab = await shown(new Browser(), 'a', 'b');
    tab.history.choose('a', true);
    tab.history.choose('b', true);
    await tab.history.remove(tab.headOf('a'));
    expect(tab.history.chosen).toEqual(['b']);
    tab.history.choose('b', false);
    expect(tab.history.chosen).toEqual([]);
  });

  it('all leaves what is being judged, and counts it', async () => {
    const browser = new Browser();
    const tab = await shown(browser, 'a', 'b', 'c');
    await browser.open().ownership.claim('b');
    await tab.history.remove(tab.headOf('a'));
    expect(await tab.history.removeAll()).toEqual({ removed: 1, stayed: 1, trouble: null });
    expect([tab.ids, await storedIds(browser)]).toEqual([['b'], ['b']]);
  });

  it('by a double click is one deletion', async () => {
    const tab = await shown(new Browser(), 'a');
    const head = tab.headOf('a');
    await Promise.all([tab.history.remove(head), tab.history.remove(head)]);
    expect([tab.ids, tab.history.problem, tab.history.removed?.id]).toEqual([[], null, 'a']);
    await tab.history.undo();
    expect([tab.ids, tab.history.problem]).toEqual([['a'], null]);
    await tab.history.remove(head);
    expect(tab.ids).toEqual([]);
  });

  it('that the storage refuses is told, of all and of a damaged one', async () => {
    const browser = new Browser();
    await browser.judged('a');
    const remove = () => Promise.reject(new StorageFailure('unavailable', 'no'));
    const tab = await listed(browser, { store: over(browser.store, { remove }) });
    const trouble = { kind: 'unavailable', detail: 'no' };
    expect(await tab.history.removeAll()).toEqual({ removed: 0, stayed: 0, trouble });
    expect(await tab.history.removeDamaged('a')).toEqual(trouble);
    expect(tab.ids).toEqual(['a']);
  });
});

describe('the next visit', () => {
  it('sweeps away what was deleted, but not while another tab can still bring it back', async () => {
    const browser = new Browser();
    const tab = await shown(browser, 'a', 'b');
    await tab.history.remove(tab.headOf('a'));
    const next = browser.open();
    await next.history.sweep();
    expect(await storedIds(browser)).toEqual(['a', 'b']);
    browser.kill(tab);
    await next.history.sweep();
    expect(await storedIds(browser)).toEqual(['b']);
  });

  it('gives ten minutes where the browser has no locks', async () => {
    const browser = new Browser();
    await browser.judged('a', { removed: new Date(browser.time).toISOString() });
    const next = browser.open({ exclusive: false });
    browser.time += 9 * 60_000;
    await next.history.sweep();
    expect(await storedIds(browser)).toEqual(['a']);
    browser.time += 60_000;
    await next.history.sweep();
    expect(await storedIds(browser)).toEqual([]);
  });

  it('leaves a run alone that was brought back just now', async () => {
    const browser = new Browser();
    const marked = '2026-01-01T00:00:00.000Z';
    await browser.judged('a', { removed: marked });
    const stale = await browser.store.heads();
    await browser.store.changeHead('a', (head) => ({ ...head, removed: null }));
    const next = browser.open({ store: over(browser.store, { heads: () => Promise.resolve(stale) }) });
    await next.history.sweep();
    expect(await storedIds(browser)).toEqual(['a']);
  });
});
