import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryOver, type RowWork } from '../../../src/cases/carry-over';

const columns = ['id', 'text'];
const read = [
  ['a', 'one'],
  ['b', 'two'],
  ['c', 'three'],
];
const work: RowWork = {
  table: {
    columns,
    rows: [
      ['a', 'ONE'],
      ['b', 'two'],
      ['c', 'three'],
    ],
  },
  unmended: new Map([[0, ['a', 'one']]]),
  skipped: new Set([2]),
};

describe('carryOver', () => {
  it.each<[string, string[], string[][], boolean, string[][], number[], object]>([
    [
      'the same rows',
      columns,
      read,
      false,
      [
        ['a', 'ONE'],
        ['b', 'two'],
        ['c', 'three'],
      ],
      [2],
      { mends: 0, skips: 0 },
    ],
    ['other columns', ['id', 'words'], read, false, read, [], { mends: 1, skips: 1 }],
    [
      'fewer rows',
      columns,
      read.slice(0, 2),
      false,
      [
        ['a', 'ONE'],
        ['b', 'two'],
      ],
      [],
      { mends: 0, skips: 1 },
    ],
    [
      'rows of another sheet',
      columns,
      [
        ['x', '1'],
        ['y', '2'],
        ['z', '3'],
      ],
      false,
      [
        ['x', '1'],
        ['y', '2'],
        ['z', '3'],
      ],
      [],
      { mends: 1, skips: 1 },
    ],
    [
      'the same rows in another encoding',
      columns,
      [
        ['a', '원'],
        ['b', '투'],
        ['c', '쓰리'],
      ],
      true,
      [
        ['a', 'ONE'],
        ['b', '투'],
        ['c', '쓰리'],
      ],
      [2],
      { mends: 0, skips: 0 },
    ],
    [
      'another number of rows in another encoding',
      columns,
      [
        ['a', '원'],
        ['c', 'three'],
      ],
      true,
      [
        ['a', '원'],
        ['c', 'three'],
      ],
      [],
      { mends: 1, skips: 1 },
    ],
  ])('%s', (_, names, rows, onlyEncoding, expected, skipped, left) => {
    const carried = carryOver(work, { columns: names, rows }, onlyEncoding);
    expect(carried.work.table).toEqual({ columns: names, rows: expected });
    expect([...carried.work.skipped]).toEqual(skipped);
    expect(carried.left).toEqual(left);
  });

  it('carried there and back again changes nothing', () => {
    const cell = fc.constantFrom('', 'a', 'b');
    const row = fc.tuple(cell, cell);
    fc.assert(
      fc.property(fc.array(fc.record({ was: row, is: row, skip: fc.boolean() })), (rows) => {
        const source = { columns, rows: rows.map(({ was }) => [...was]) };
        const before: RowWork = {
          table: { columns, rows: rows.map(({ is }) => [...is]) },
          unmended: new Map(
            rows.flatMap(({ was, is }, index) =>
              was.join() === is.join() ? [] : [[index, [...was]] as const],
            ),
          ),
          skipped: new Set(rows.flatMap(({ skip }, index) => (skip ? [index] : []))),
        };
        expect(carryOver(before, source, false)).toEqual({ work: before, left: { mends: 0, skips: 0 } });
      }),
    );
  });
});
