import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Case } from '../../../../src/cases/case';
import type { JudgedCase } from '../../../../src/sheet/results/judged-case';
import { makeMatcher } from '../../../../src/sheet/table/result-filter';
import { ResultList, rowOf } from '../../../../src/sheet/table/result-list.svelte';
import { yieldToPage } from '../../../../src/kit/sliced-work.browser';
import { essayRubric } from '../../rubric/program/rubric-fixture';
import { judgedAs, value, type Outcome } from '../judged-fixture';

const rubric = essayRubric();
const subject = (id: string, essay = id): Case => ({ id, input: { essay } });

/** Cases and judgements that tell the list what changed, as the sheet does. */
class Rows {
  readonly judged = new Map<string, JudgedCase>();
  readonly results = new ResultList({
    cases: () => this.cases,
    judged: (id) => this.judged.get(id),
    rubric: () => rubric,
    others: () => [],
  });
  cases: readonly Case[] = [];

  constructor(count: number) {
    this.#splice(
      0,
      0,
      Array.from({ length: count }, (_, index) => subject(`c${index}`)),
    );
  }
  get shown(): (string | undefined)[] {
    return Array.from(this.results.order, (row) => this.cases[row]?.id);
  }
  rowOf(id: string): number {
    return this.cases.findIndex((one) => one.id === id);
  }
  judge(id: string, outcome: Partial<Outcome>): void {
    if (this.rowOf(id) < 0) return;
    this.judged.set(id, judgedAs(outcome));
    this.results.refresh();
  }
  add(id: string): void {
    if (this.rowOf(id) < 0) this.#splice(this.cases.length, 0, [subject(id)]);
  }
  remove(id: string): void {
    if (this.rowOf(id) >= 0) this.#splice(this.rowOf(id), 1, []);
  }
  removeAndPutBack(id: string): void {
    const row = this.rowOf(id);
    const one = this.cases[row];
    if (!one) return;
    this.#splice(row, 1, []);
    this.#splice(row, 0, [one]);
  }
  replace(id: string, essay: string): void {
    if (this.rowOf(id) >= 0) this.#splice(this.rowOf(id), 1, [subject(id, essay)]);
  }

  #splice(at: number, removed: number, inserted: readonly Case[]): void {
    this.cases = this.cases.toSpliced(at, removed, ...inserted);
    this.results.refresh();
  }
}

/** What the table must show, worked out from nothing. */
function expected({ cases, judged, results }: Rows): (string | undefined)[] {
  const { filter, sorting, columns } = results;
  const matches = makeMatcher(filter, rubric.inputs);
  const column = columns.find(({ id }) => id === sorting?.column);
  const sign = sorting?.descending ? -1 : 1;
  const rows = cases
    .map((each) => rowOf(each, (id) => judged.get(id)))
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
type Step = (rows: Rows) => unknown;
const step = (act: Step) => act;
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(anyId, anyOutcome).map(([id, outcome]) => step((rows) => rows.judge(id, outcome))),
  anyFilter.map((filter) => step((rows) => rows.results.setFilter(filter))),
  fc
    .constantFrom('case', 'score', 'status', 'verdict', 'criterion:style')
    .map((column) => step((rows) => rows.results.toggleSort(column))),
  fc
    .tuple(anyId, fc.constantFrom('add' as const, 'remove' as const, 'removeAndPutBack' as const))
    .map(([id, change]) => step((rows) => rows[change](id))),
  anyId.map((id) => step((rows) => rows.replace(id, 'c2 changed'))),
);

describe('result list', () => {
  it('after any steps shows what a fresh filter and sort would', async () => {
    const anySteps = fc.array(anyStep, { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 20 }), anySteps, async (count, steps) => {
        const rows = new Rows(count);
        for (const step of steps) {
          step(rows);
          // On a busy machine even a short list takes more than one slice.
          while (rows.results.working) await yieldToPage();
          expect(rows.shown).toEqual(expected(rows));
        }
      }),
    );
  });

  it('shows changes that come while a large table is being arranged', async () => {
    const rows = new Rows(30_000);
    const arranged = rows.results.setFilter({ status: 'valid' });
    rows.judge('c1', { status: 'valid' });
    await arranged;
    await expect.poll(() => rows.results.working).toBe(false);
    expect(rows.shown).toEqual(['c1']);
    const sorted = rows.results.toggleSort('case');
    rows.remove('c0');
    rows.judge('c29999', { status: 'valid' });
    await sorted;
    await expect.poll(() => rows.results.working).toBe(false);
    expect(rows.shown).toEqual(['c1', 'c29999']);
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
    const rows = new Rows(6);
    for (const id of ['c1', 'c3']) rows.judge(id, {});
    await rows.results.setFilter({ status: 'valid' });
    const row = rows.results.neighbour(rows.rowOf(from), by);
    expect(rows.cases[row ?? -1]?.id).toBe(to);
  });

  it('a hidden column is sorted by no longer', async () => {
    const rows = new Rows(2);
    await rows.results.toggleSort('verdict');
    rows.results.toggleColumn('verdict');
    expect(rows.results.sorting).toBeNull();
    expect(rows.results.columns.filter((column) => rows.results.isShown(column)).map(({ id }) => id)).toEqual(
      ['case', 'score', 'criteria'],
    );
  });

  it('offers the columns of the file in place of the inputs', () => {
    const rows = new Rows(1);
    const names = (kind: string) =>
      rows.results.columns.filter((column) => column.kind === kind).map(({ label }) => label);
    expect(names('original')).toEqual(['Essay', 'Hint']);
    rows.results.originals = { columns: ['a', 'a'], cellOf: (id, column) => `${id}/${column}` };
    expect(names('original')).toEqual(['a', 'a']);
    const last = rows.results.columns.at(-1);
    expect(last?.text(rowOf(subject('x'), () => undefined))).toBe('x/1');
  });
});
