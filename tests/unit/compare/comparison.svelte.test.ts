import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/cases/case';
import type { RunEntry } from '../../../src/sheet/run-record';
import { Comparison } from '../../../src/compare/comparison.svelte';
import type { SideBySide } from '../../../src/compare/compare-runs';
import { memorySheetStore } from '../../../src/sheet/store/memory-database';
import type { SheetStore } from '../../../src/sheet/sheet-store';
import {
  addRun,
  goOn,
  pointsRubric,
  sheetOf,
  storeRun,
  storeWith,
  type Judged,
  type RunChange,
} from '../sheet/stored-runs';

const first: Judged[] = [
  { id: 'same', said: [6, 6] },
  { id: 'fell', said: [8, 8] },
  { id: 'rose', said: [5, 6] },
  { id: 'edited', text: 'as it was', said: [5, 5] },
  { id: 'gone', said: [1, 1] },
];
const second: Judged[] = [
  { id: 'fell', said: [2, 8] },
  { id: 'same', said: [6, 6] },
  { id: 'rose', said: [6, 6] },
  { id: 'edited', text: 'as it is', said: [9, 9] },
  { id: 'new', said: [1, 1] },
];

async function compared(store: SheetStore, a = 'a', b = 'b'): Promise<[Comparison, SideBySide]> {
  const comparison = new Comparison(store);
  await comparison.open(a, b);
  const { phase } = comparison;
  if (phase.kind !== 'done') throw new Error(`Expected a result, got ${JSON.stringify(phase)}.`);
  return [comparison, phase.result];
}

async function entriesOf(store: SheetStore, run: string): Promise<RunEntry[]> {
  const entries: RunEntry[] = [];
  for await (const piece of store.entries(run)) entries.push(...piece);
  return entries;
}

function shownIds({ phase, shown }: Comparison): (string | undefined)[] {
  return shown.map((pair) => (phase.kind === 'done' ? phase.result.a.cases[pair.a]?.id : undefined));
}

describe('two runs side by side', () => {
  const high: [number, number] = [9, 9];
  const low: [number, number] = [1, 1];
  it.each<[string, NonNullable<Judged['again']>, number, boolean]>([
    ['by the mean', [high, [8, 8]], 1, false],
    ['without those that have no score', ['nonsense', high, 'nonsense'], 0, false],
    ['by the verdict of most', [high, low, low], 18 - 22 / 3, true],
    ['with no verdict on a tie', [high, low], 8, false],
  ])(
    'compare a case that was judged several times %s',
    async (_, [said, ...again], delta, verdictChanged) => {
      const a = [{ id: 'one', ...(said && { said }), again }];
      const [, { pairs }] = await compared(await storeWith({ a, b: [{ id: 'one', said: high }] }));
      expect(pairs).toMatchObject([{ verdictChanged }]);
      expect(pairs[0]?.scoreDelta).toBeCloseTo(delta, 6);
    },
  );

  it('count what has no verdict by why it has none', async () => {
    const store = await storeWith({
      a: [{ id: 'one', said: 'nonsense' }, { id: 'two' }, { id: 'three', said: [9, 9] }],
      b: [
        { id: 'one', said: [9, 9] },
        { id: 'two', said: [9, 9] },
        { id: 'three', said: [9, 9] },
      ],
    });
    const [, { verdicts, ground }] = await compared(store);
    expect(verdicts?.keys).toEqual(['=PASS', 'unscored', 'not-judged']);
    expect(verdicts?.counts.times('unscored', '=PASS')).toBe(1);
    expect(verdicts?.counts.times('not-judged', '=PASS')).toBe(1);
    expect(ground.caveats).toMatchObject([{ kind: 'unfinished', in: 'a', done: 2, of: 3 }]);
  });

  it('go by the newest result of each cell', async () => {
    const store = await storeWith({ a: first, b: second, other: [{ id: 'same', said: [1, 1] }] });
    const judgement = await store.judgement('other', 0);
    const [entry] = await entriesOf(store, 'other');
    if (!entry) throw new Error('Expected an entry.');
    const { place: _, ...result } = entry;
    await store.append('a', [{ ...result, judgement }]);
    const [, mended] = await compared(store);
    expect(mended.counts.different).toBe(3);
    expect(mended.a.placeAt(0)).toBe(5);
  });
});

it.each<[string, RunChange, RunChange, string[]]>([
  ['the older', { created: '2026-03-02T10:00:00.000Z' }, { created: '2026-03-01T10:00:00.000Z' }, ['b', 'a']],
  [
    'a person, against whom a judge is held,',
    { created: '2026-03-01T10:00:00.000Z' },
    {
      created: '2026-03-02T10:00:00.000Z',
      judge: { id: 'person', kind: 'person', model: 'Mina', parameters: {} },
    },
    ['b', 'a'],
  ],
])('%s of two runs comes first, whatever the order they are given in', async (_, a, b, expected) => {
  const store = memorySheetStore();
  await storeRun(store, 'a', first, a);
  await storeRun(store, 'b', second, b);
  for (const [one, other] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    const [, result] = await compared(store, one, other);
    expect([result.a.head.id, result.b.head.id]).toEqual(expected);
  }
});

describe('the list of pairs', () => {
  it('shows what differs, the largest difference first', async () => {
    const [comparison] = await compared(await storeWith({ a: first, b: second }));
    expect(shownIds(comparison)).toEqual(['fell', 'rose']);
    comparison.filter = { ...comparison.filter, changedOnly: false };
    expect(shownIds(comparison)).toEqual(['fell', 'rose', 'same']);
    comparison.filter = { ...comparison.filter, order: 'run' };
    expect(shownIds(comparison)).toEqual(['same', 'fell', 'rose']);
  });

  it.each([
    ['a cell of the verdict table', { verdict: { from: '=FAIL', to: '=PASS' } as const }, ['rose']],
    ['any change of verdict', { verdict: 'changed' as const }, ['fell', 'rose']],
    ['a criterion that differs', { criterion: 1 }, []],
    ['another criterion', { criterion: 0 }, ['fell', 'rose']],
    ['cases whose text changed', { input: 'changed' as const }, ['edited']],
  ])('can be narrowed to %s', async (_, filter, expected) => {
    const [comparison] = await compared(await storeWith({ a: first, b: second }));
    comparison.filter = { ...comparison.filter, ...filter };
    expect(shownIds(comparison)).toEqual(expected);
  });
});

describe('a pair that is opened', () => {
  it('comes with both judgements, the case, and why they differ', async () => {
    const [comparison, result] = await compared(await storeWith({ a: first, b: second }));
    const [pair] = comparison.shown;
    if (!pair) throw new Error('Expected a pair.');
    const opened = await comparison.openPair(result, pair);
    expect(opened.a.judgement?.output).toEqual({ style: 8, depth: 8 });
    expect(opened.b.judgement?.output).toEqual({ style: 2, depth: 8 });
    expect(opened.a.subject.input).toEqual({ text: 'Text of fell' });
    expect(opened.reasons[0]).toMatchObject({
      kind: 'criterion',
      id: 'style',
      change: { delta: -6 },
      moves: ['score', 'verdict'],
    });
    expect(opened.changedInputs).toEqual([]);
  });

  it('says which text changed', async () => {
    const [comparison, result] = await compared(await storeWith({ a: first, b: second }));
    const [pair] = result.changed;
    if (!pair) throw new Error('Expected a pair.');
    const opened = await comparison.openPair(result, pair);
    expect(opened.changedInputs).toEqual(['text']);
    expect([opened.a.subject.input.text, opened.b.subject.input.text]).toEqual(['as it was', 'as it is']);
    expect(opened.reasons[0]).toEqual({ kind: 'input' });
  });
});

describe('runs that cannot be compared', () => {
  it('say why before a case is read', async () => {
    const store = await storeWith({ a: first });
    await storeRun(store, 'b', second, { rubric: pointsRubric({ id: 'other', title: 'Other' }) });
    store.caseNames = () => {
      throw new Error('No case was to be read.');
    };
    const comparison = new Comparison(store);
    await comparison.open('a', 'b');
    expect(comparison.phase).toMatchObject({ kind: 'refused', obstacles: [{ kind: 'other-rubric' }] });
  });

  it.each([
    ['never stored', (store: SheetStore) => store.removeRun('b')],
    [
      'deleted, if not for good',
      (store: SheetStore) =>
        store.changeRun('b', (head) => ({ ...head, removed: '2026-03-02T10:00:00.000Z' })),
    ],
  ])('are missing where one was %s', async (_, lose) => {
    const store = await storeWith({ a: first, b: second });
    await lose(store);
    const comparison = new Comparison(store);
    await comparison.open('a', 'b');
    expect(comparison.phase).toEqual({ kind: 'missing', deleted: false });
  });

  it.each([['a'], ['b'], ['a', 'b']] as const)(
    'are shown no more where %j are deleted meanwhile, and again once they are back',
    async (...ids) => {
      const [comparison, { counts }] = await compared(await storeWith({ a: first, b: second }));
      comparison.hearMissing(new Set(ids));
      expect(comparison.phase).toEqual({ kind: 'missing', deleted: true });
      comparison.hearMissing(new Set());
      await expect.poll(() => comparison.phase).toMatchObject({ kind: 'done', result: { counts } });
    },
  );

  it('are not read on where one is deleted in mid-reading', async () => {
    const store = await storeWith({ a: first, b: second });
    const entries = store.entries.bind(store);
    const comparison = new Comparison(store);
    store.entries = async function* (id) {
      yield* entries(id);
      // Behind the last look at whether anybody still wants it.
      comparison.hearMissing(new Set(['a']));
    };
    await comparison.open('a', 'b');
    expect(comparison.phase).toEqual({ kind: 'missing', deleted: true });
  });

  it('are told of where they cannot be read', async () => {
    const store = await storeWith({ a: first, b: second });
    store.rubric = () => Promise.resolve({ contract: {}, prompt: '' });
    const comparison = new Comparison(store);
    await comparison.open('a', 'b');
    expect(comparison.phase).toMatchObject({ kind: 'failed', trouble: { kind: 'damaged' } });
  });
});

describe('two runs of which one goes on', () => {
  const half: Judged[] = second.map((one) => (one.id === 'rose' ? { id: one.id } : one));
  const rest = second.map(({ id, said }) => (id === 'rose' && said ? { said } : {}));

  it('are compared as they are stored by now, with the same cases looked for', async () => {
    const store = await storeWith({ a: first });
    await storeRun(store, 'b', half, { state: 'running' });
    const [comparison, result] = await compared(store);
    comparison.filter = { ...comparison.filter, changedOnly: false, order: 'run' };
    expect(result.ground.caveats).toMatchObject([{ kind: 'unfinished', in: 'b', done: 4 }]);
    await goOn(store, 'b', rest, { state: 'finished' });
    await comparison.catchUp();
    const { phase } = comparison;
    if (phase.kind !== 'done') throw new Error(`Expected a result, got ${phase.kind}.`);
    expect([phase.result.ground.caveats, phase.result.counts.scored]).toEqual([[], 3]);
    expect(shownIds(comparison)).toEqual(['same', 'fell', 'rose']);
  });

  it('are compared once something is judged, where nothing was', async () => {
    const store = await storeWith({ a: first });
    await storeRun(
      store,
      'b',
      second.map(({ said: _, ...one }) => one),
      { state: 'running' },
    );
    const comparison = new Comparison(store);
    await comparison.open('a', 'b');
    expect(comparison.phase.kind).toBe('refused');
    await goOn(store, 'b', rest);
    await comparison.catchUp();
    expect(comparison.phase.kind).toBe('done');
  });
});

it('a comparison that is cancelled stays so, whatever is read later', async () => {
  const comparison = new Comparison(await storeWith({ a: first, b: second }));
  const opening = comparison.open('a', 'b');
  comparison.cancel();
  await opening;
  expect(comparison.phase).toEqual({ kind: 'cancelled' });
});

describe('two runs of one sheet', () => {
  const said: Judged[] = [
    { id: 'first', said: [9, 9] },
    { id: 'second', said: [9, 9] },
    { id: 'third', said: [1, 1] },
  ];
  const later: Pick<Judged, 'said'>[] = [{ said: [9, 9] }, { said: [1, 1] }, { said: [1, 1] }];

  async function bothRuns(): Promise<SheetStore> {
    const store = memorySheetStore();
    await storeRun(store, 'a', said);
    await addRun(store, sheetOf('a'), 'b', later);
    return store;
  }
  async function change(store: SheetStore, key: number, edit: (subject: Case) => Case): Promise<void> {
    const { case: subject, revision } = await store.caseAt(sheetOf('a'), key);
    await store.changeCases(sheetOf('a'), [{ key, case: edit(subject), revision }], null);
  }

  it('leave out results that are outdated, until the edit is undone', async () => {
    const store = await bothRuns();
    const { case: before } = await store.caseAt(sheetOf('a'), 1);
    await change(store, 1, (subject) => ({ ...subject, input: { text: 'Another text' } }));
    const [comparison, edited] = await compared(store);
    expect(edited.counts).toMatchObject({ scored: 2, verdictChanged: 0 });
    expect([edited.a.digestAt(1), edited.b.placeAt(1)]).toEqual([undefined, undefined]);
    expect(edited.ground.caveats).toMatchObject([
      { kind: 'unfinished', in: 'a', done: 2, of: 3 },
      { kind: 'unfinished', in: 'b', done: 2, of: 3 },
    ]);
    await change(store, 1, () => before);
    await comparison.catchUp();
    expect(comparison.phase).toMatchObject({
      kind: 'done',
      result: { counts: { scored: 3, verdictChanged: 1 }, ground: { caveats: [] } },
    });
  });

  it('leave out hidden cases', async () => {
    const store = await bothRuns();
    await store.hideCases(sheetOf('a'), [0], true);
    const [comparison, result] = await compared(store);
    expect(result.a.cases.map(({ id }) => id)).toEqual(['second', 'third']);
    expect(result.counts).toMatchObject({ pairs: 2, scored: 2, verdictChanged: 1 });
    const [pair] = result.pairs;
    if (!pair) throw new Error('Expected a pair.');
    const opened = await comparison.openPair(result, pair);
    expect([opened.a.subject.id, opened.b.judgement?.caseId]).toEqual(['second', 'second']);
  });
});

it('two sheets are compared by the inputs that the rubric declares, whatever else their cases have', async () => {
  const store = await storeWith({
    a: [{ id: 'one', said: [9, 9] }],
    b: [{ id: 'other', text: 'Text of one' }],
  });
  await goOn(store, 'b', [{ said: [9, 9] }]);
  const { case: subject, revision } = await store.caseAt(sheetOf('b'), 0);
  const edited = { ...subject, input: { ...subject.input, remark: 'The rubric does not read this.' } };
  await store.changeCases(sheetOf('b'), [{ key: 0, case: edited, revision }], null);
  const [, { pairs, counts }] = await compared(store);
  expect([pairs.map(({ by }) => by), counts.scored]).toEqual([['input'], 1]);
});
