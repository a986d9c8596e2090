import fc from 'fast-check';
import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { yieldToPage } from '../../../src/state/sliced-work';
import { Desk } from '../../../src/state/desk.svelte';
import { makeMatcher } from '../../../src/state/result-filter';
import { essayRubric } from '../core/check/rubric-fixture';
import { judgedAs, value, type Outcome } from './judged-fixture';

const rubric = essayRubric();
const subject = (id: string, essay = id) => ({ id, input: { essay } });

function deskOf(count: number): Desk {
  const desk = new Desk({ find: () => rubric, ready: () => Promise.reject(new Error('Nobody judges.')) });
  desk.add(Array.from({ length: count }, (_, index) => subject(`c${index}`)));
  return desk;
}
function judge(desk: Desk, id: string, outcome: Partial<Outcome>): void {
  const found = desk.find(id);
  if (found) desk.keep(judgedAs(found, outcome));
}
const shown = (desk: Desk) => Array.from(desk.results.order, (row) => desk.cases[row]?.id);

/** What the table must show, worked out from nothing. */
function expected(desk: Desk): (string | undefined)[] {
  const { filter, sorting, columns } = desk.results;
  const matches = makeMatcher(filter, rubric.inputs);
  const column = columns.find(({ id }) => id === sorting?.column);
  const sign = sorting?.descending ? -1 : 1;
  const rows = desk.cases
    .map((each) => ({ subject: each, digest: desk.judgements.peek(each.id)?.digest, at: undefined }))
    .filter(matches)
    .map((row) => ({ id: row.subject.id, key: column?.sortKey(row) ?? null }));
  if (!column) return rows.map(({ id }) => id);
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' ? a - Number(b) : a.localeCompare(String(b), undefined, { numeric: true });
  const withKey = rows.flatMap(({ id, key }) => (key === null ? [] : [{ id, key }]));
  return [
    ...withKey.sort((a, b) => sign * compare(a.key, b.key)).map(({ id }) => id),
    ...rows.filter(({ key }) => key === null).map(({ id }) => id),
  ];
}

const anyOutcome = fc.record<Partial<Outcome>>({
  status: fc.constantFrom('valid', 'partial', 'unscored'),
  score: fc.oneof(
    fc.integer({ min: 0, max: 5 }).map(value),
    fc.constant({ kind: 'range' as const, min: 1, max: 3 }),
    fc.constant({ kind: 'undecided' as const }),
  ),
  verdict: fc.constantFrom('PASS', 'FAIL').map(value),
  failed: fc.subarray(['sum', 'total']),
});
const anyId = fc.integer({ min: 0, max: 30 }).map((number) => `c${number}`);
const anyFilter = fc.oneof(
  fc.record({ status: fc.constantFrom('valid' as const, 'waiting' as const, null) }),
  fc.record({ from: fc.option(fc.integer({ min: 0, max: 5 })) }),
  fc.record({ check: fc.option(fc.constantFrom('sum', 'total')) }),
  fc.record({ text: fc.constantFrom('', '1', 'c2') }),
);
type Step = (desk: Desk) => void;
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(anyId, anyOutcome).map(([id, outcome]): Step => (desk) => {
    judge(desk, id, outcome);
  }),
  anyFilter.map(
    (filter): Step =>
      (desk) =>
        void desk.results.setFilter(filter),
  ),
  fc.constantFrom('case', 'score', 'status', 'verdict', 'criterion:style').map(
    (column): Step =>
      (desk) =>
        void desk.results.toggleSort(column),
  ),
  anyId.map(
    (id): Step =>
      (desk) =>
        void desk.remove(id),
  ),
  anyId.map((id): Step => (desk) => {
    const removed = desk.remove(id);
    if (removed) desk.putBack(removed);
  }),
  anyId.map((id): Step => (desk) => {
    desk.replace(subject(id, 'c2 changed'));
  }),
  anyId.map((id): Step => (desk) => {
    desk.add([subject(id)]);
  }),
);

describe('result list', () => {
  it('after any steps shows what a fresh filter and sort would', async () => {
    const anySteps = fc.array(anyStep, { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 20 }), anySteps, async (count, steps) => {
        const desk = deskOf(count);
        for (const step of steps) {
          step(desk);
          desk.judgements.flush();
          // On a busy machine even a short list takes more than one slice.
          while (desk.results.working) await yieldToPage();
          expect(shown(desk)).toEqual(expected(desk));
        }
      }),
    );
  });

  it('shows changes that come while a large table is being arranged', async () => {
    const desk = deskOf(30_000);
    const arranged = desk.results.setFilter({ status: 'valid' });
    judge(desk, 'c1', { status: 'valid' });
    desk.judgements.flush();
    await arranged;
    expect(shown(desk)).toEqual(['c1']);
    const sorted = desk.results.toggleSort('case');
    desk.remove('c0');
    judge(desk, 'c29999', { status: 'valid' });
    desk.judgements.flush();
    await sorted;
    await expect.poll(() => desk.results.working).toBe(false);
    expect(shown(desk)).toEqual(['c1', 'c29999']);
  });

  it('sorts rising, falling, and not at all', async () => {
    const desk = deskOf(3);
    ['c0', 'c1', 'c2'].forEach((id, index) => {
      judge(desk, id, { score: value([5, 9, 5][index] ?? 0) });
    });
    desk.judgements.flush();
    const seen: unknown[] = [];
    for (let click = 0; click < 3; click += 1) {
      await desk.results.toggleSort('score');
      seen.push(shown(desk));
    }
    expect(seen).toEqual([
      ['c0', 'c2', 'c1'],
      ['c1', 'c0', 'c2'],
      ['c0', 'c1', 'c2'],
    ]);
  });

  it.each([
    ['c1', 1, 'c3'],
    ['c1', -1, 'c1'],
    ['c2', 1, 'c3'],
    ['c2', -1, 'c1'],
    ['c0', 1, 'c1'],
    ['c5', 1, 'c3'],
    ['c5', -1, 'c3'],
    ['c5', Infinity, 'c3'],
  ])('with only c1 and c3 shown, from %s %d goes to %s', async (from, by, to) => {
    const desk = deskOf(6);
    for (const id of ['c1', 'c3']) judge(desk, id, {});
    desk.judgements.flush();
    await desk.results.setFilter({ status: 'valid' });
    desk.select(from);
    desk.step(by);
    expect(desk.selectedId).toBe(to);
  });

  it('a hidden column is sorted by no longer', async () => {
    const desk = deskOf(2);
    await desk.results.toggleSort('status');
    desk.results.toggleColumn('status');
    expect(desk.results.sorting).toBeNull();
    expect(desk.results.columns.filter((column) => desk.results.isShown(column)).map(({ id }) => id)).toEqual(
      ['case', 'verdict', 'score', 'criterion:style', 'criterion:label'],
    );
  });

  it('offers the columns of the file in place of the inputs', () => {
    const desk = deskOf(1);
    const names = (kind: string) =>
      desk.results.columns.filter((column) => column.kind === kind).map(({ label }) => label);
    expect(names('original')).toEqual(['Essay', 'Hint']);
    desk.results.setOriginals({ columns: ['a', 'a'], cellOf: (id, column) => `${id}/${column}` });
    expect(names('original')).toEqual(['a', 'a']);
    const last = desk.results.columns.at(-1);
    expect(last?.text({ subject: subject('x'), digest: undefined, at: undefined })).toBe('x/1');
  });
});

describe('judgement book', () => {
  it('tells of many judgements once, and only rows that changed change', () => {
    const desk = deskOf(100);
    const told: (string | undefined)[] = [];
    const stop = $effect.root(() => {
      const status = $derived(desk.judgements.get('c5')?.digest.status);
      $effect(() => {
        told.push(status);
      });
    });
    flushSync();
    for (let row = 0; row < 100; row += 1) judge(desk, `c${row}`, {});
    flushSync();
    expect(told).toEqual([undefined]);
    desk.judgements.flush();
    flushSync();
    judge(desk, 'c6', { status: 'partial' });
    desk.judgements.flush();
    flushSync();
    stop();
    expect(told).toEqual([undefined, 'valid']);
    expect(desk.judgements.summary.judged).toBe(100);
  });

  it('tells by itself with the next frame', async () => {
    const desk = deskOf(1);
    const before = desk.judgements.summary.judged;
    judge(desk, 'c0', {});
    await expect.poll(() => desk.judgements.summary.judged).toBe(before + 1);
  });

  it('forgets a removed case, and ignores a judgement that comes after', () => {
    const desk = deskOf(2);
    judge(desk, 'c0', {});
    const removed = desk.remove('c0');
    desk.judgements.flush();
    expect(desk.judgements.summary.judged).toBe(0);
    desk.keep(judgedAs(subject('c0'), {}));
    expect(desk.judgements.get('c0')).toBeUndefined();
    if (removed) desk.putBack(removed);
    desk.judgements.flush();
    expect(desk.judgements.summary.judged).toBe(1);
  });
});
