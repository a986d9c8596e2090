import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseMark } from '../../../src/compare/stored-run';
import { pairCases } from '../../../src/compare/compare-runs';
import { finish } from '../cases/mapping-fixture';
import { mark } from './run-fixture';

const paired = (a: CaseMark[], b: CaseMark[]) => finish(pairCases(a, b, false));

/** Pairs as `a-b by`, then changed ones, then what only one has. */
function inShort({ pairs, changed, onlyA, onlyB }: ReturnType<typeof paired>): string[] {
  return [
    ...[...pairs, ...changed].map(({ a, b, by }) => `${a}-${b} ${by}`),
    ...onlyA.map((row) => `only ${row} in a`),
    ...onlyB.map((row) => `only ${row} in b`),
  ];
}

describe('pairCases', () => {
  it.each<[string, CaseMark[], CaseMark[], string[]]>([
    ['nothing', [], [], []],
    [
      'same id, same input, in another order',
      [mark('1'), mark('2')],
      [mark('2'), mark('1')],
      ['0-1 id', '1-0 id'],
    ],
    ['same id, other input', [mark('1', 'x')], [mark('1', 'y')], ['0-0 changed']],
    ['same input, other id', [mark('1', 'x')], [mark('one', 'x')], ['0-0 input']],
    [
      'ids that shifted because a row was put in',
      [mark('row-1', 'x'), mark('row-2', 'y')],
      [mark('row-1', 'new'), mark('row-2', 'x'), mark('row-3', 'y')],
      ['0-1 input', '1-2 input', 'only 0 in b'],
    ],
    [
      'only in one or the other',
      [mark('1'), mark('2')],
      [mark('1'), mark('3')],
      ['0-0 id', 'only 1 in a', 'only 1 in b'],
    ],
    [
      'the same input twice: by id first, then in order',
      [mark('1', 'x'), mark('2', 'x'), mark('3', 'x')],
      [mark('2', 'x'), mark('7', 'x'), mark('8', 'x')],
      ['0-1 input', '1-0 id', '2-2 input'],
    ],
    [
      'an id and an input that only run together are not the same',
      [mark('1', '2x')],
      [mark('12', 'x')],
      ['only 0 in a', 'only 0 in b'],
    ],
  ])('%s', (_, a, b, expected) => {
    expect(inShort(paired(a, b))).toEqual(expected);
  });

  const marks = fc.array(
    fc
      .tuple(fc.constantFrom('1', '2', '3', '4'), fc.constantFrom('x', 'y', 'z'))
      .map(([id, key]) => mark(id, key)),
    { maxLength: 8 },
  );

  it('puts every case in exactly one place, and no case could still be paired', () => {
    fc.assert(
      fc.property(marks, marks, (a, b) => {
        const { pairs, changed, onlyA, onlyB } = paired(a, b);
        const both = [...pairs, ...changed];
        const places = (used: number[]) => used.sort((one, other) => one - other);
        expect(places([...both.map((pair) => pair.a), ...onlyA])).toEqual(a.map((_, place) => place));
        expect(places([...both.map((pair) => pair.b), ...onlyB])).toEqual(b.map((_, place) => place));
        for (const pair of both) {
          const sameId = a[pair.a]?.id === b[pair.b]?.id;
          const sameInput = a[pair.a]?.hash === b[pair.b]?.hash;
          expect(pair.by).toBe(sameInput ? (sameId ? 'id' : 'input') : 'changed');
        }
        for (const one of onlyA)
          for (const other of onlyB) {
            expect(a[one]?.id).not.toBe(b[other]?.id);
            expect(a[one]?.hash).not.toBe(b[other]?.hash);
          }
      }),
    );
  });
});

describe('cases of one sheet', () => {
  it('are paired by their keys, whatever their ids and inputs', () => {
    const a = [mark('1', 'x', 3), mark('2', 'x', 5), mark('3', 'y', 7)];
    const b = [mark('2', 'x', 3), mark('1', 'z', 5), mark('3', 'y', 8)];
    const found = inShort(finish(pairCases(a, b, true)));
    expect(found).toEqual(['0-0 key', '1-1 key', 'only 2 in a', 'only 2 in b']);
  });
});
