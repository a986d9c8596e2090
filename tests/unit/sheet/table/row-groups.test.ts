import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../src/sheet/table/result-columns';
import { rowOf } from '../../../../src/sheet/table/result-list.svelte';
import { groupRows } from '../../../../src/sheet/table/row-groups';
import { essayRubric } from '../../rubric/program/rubric-fixture';
import { digestAs, judgedAs, value, type Outcome } from '../judged-fixture';

const pass = { verdict: value('PASS'), score: value(4) };
const fail = { verdict: value('FAIL'), score: value(1) };
const cases: [city: string, outcome: Partial<Outcome> | null][] = [
  ['Ghent', pass],
  ['Seoul', fail],
  ['Seoul', pass],
  ['', { status: 'unscored', reason: 'refused' }],
  ['Seoul', null],
];
const columns = columnsOf(essayRubric(), {
  columns: ['city'],
  cellOf: (id) => cases[Number(id)]?.[0] ?? '',
});

function grouped(id: string) {
  const column = columns.find((one) => one.id === id);
  if (!column) throw new Error(`Expected the column ${id}.`);
  const rows = cases.map(
    ([, outcome], place) =>
      () =>
        rowOf({ id: String(place), input: {} }, () => (outcome ? judgedAs(outcome) : undefined)),
  );
  const work = groupRows(rows, column, [0]);
  for (;;) {
    const step = work.next();
    if (step.done)
      return step.value.map(({ text, rows: count, summary: { judged, passed } }) => [
        text,
        count,
        judged,
        passed && `${passed.met} of ${passed.count}`,
      ]);
  }
}

describe('groups of rows', () => {
  it('by a column of the file: the most frequent first, empty cells last, passed of those with a verdict', () => {
    expect(grouped('original:0')).toEqual([
      ['Seoul', 3, 2, '1 of 2'],
      ['Ghent', 1, 1, '1 of 1'],
      [null, 1, 1, null],
    ]);
  });
  it('by a criterion: numbers in their order, open and unjudged ones together', () => {
    const [column = ''] = columns.filter(({ kind }) => kind === 'criterion').map(({ id }) => id);
    expect(grouped(column).map(([text, count]) => [text, count])).toEqual([
      ['1', 1],
      ['4', 2],
      [null, 2],
    ]);
  });
  it('by what can be upheld of a criterion, where facts refute the judge', () => {
    const column = columns.find(({ kind }) => kind === 'criterion');
    const digest = { ...digestAs(fail), upheld: [value(3)] };
    const row = rowOf({ id: '0', input: {} }, () => ({ ...judgedAs(fail), digest }));
    expect(column?.known(row)).toEqual(value(3));
  });
  it('by why they are unscored', () => {
    expect(grouped('why').map(([text, count]) => [text, count])).toEqual([
      ['refused', 1],
      [null, 4],
    ]);
  });
});
