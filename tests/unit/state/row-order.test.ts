import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allRows,
  byNumber,
  byText,
  mergeRows,
  placeOf,
  shiftRows,
  sortRows,
} from '../../../src/state/row-order';
import type { Slices } from '../../../src/state/sliced-work';

function finish<T>(work: Slices<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
const keys = fc.array(fc.option(fc.integer({ min: 0, max: 9 })), { maxLength: 2000 });
const sign = fc.constantFrom<1 | -1>(1, -1);
const collator = new Intl.Collator('en', { numeric: true });

describe('row order', () => {
  it('sorts as the built-in sort does', () => {
    fc.assert(
      fc.property(keys, sign, (list, direction) => {
        const compare = byNumber(list, direction);
        const expected = [...list.keys()].sort(compare);
        expect([...finish(sortRows(allRows(list.length), compare))]).toEqual(expected);
      }),
    );
  });

  it.each([
    [1, ['a2', 'A', 'a10', null], [1, 0, 2, 3]],
    [-1, ['a2', 'A', 'a10', null], [2, 0, 1, 3]],
    [1, [null, 'b', null, 'a'], [3, 1, 0, 2]],
    [-1, ['x', 'x', 'x'], [0, 1, 2]],
  ] as const)(
    'direction %i: %j comes as %j, what is empty last and equals as they stood',
    (direction, list, expected) => {
      expect([...allRows(list.length)].sort(byText(list, direction, collator))).toEqual(expected);
    },
  );

  it('puts changed rows where a whole sort would', () => {
    fc.assert(
      fc.property(keys, sign, fc.infiniteStream(fc.boolean()), (list, direction, coin) => {
        const flip = () => coin.next().value === true;
        const compare = byNumber(list, direction);
        const sorted = finish(sortRows(allRows(list.length), compare));
        const changed = [...list.keys()].filter(flip);
        const come = changed.filter(flip);
        const expected = [...sorted].filter((row) => !changed.includes(row) || come.includes(row));
        expect([...mergeRows(sorted, new Set(changed), come, compare)]).toEqual(expected);
        for (const [place, row] of sorted.entries()) expect(placeOf(sorted, row, compare)).toBe(place);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['one taken out', [4, 0, 2], 2, 1, 0, [3, 0]],
    ['two put in', [4, 0, 2], 1, 0, 2, [6, 0, 4]],
    ['one replaced', [4, 0, 2], 2, 1, 1, [4, 0]],
  ])('%s: the others keep their order and their case', (_, order, at, removed, inserted, expected) => {
    expect([...shiftRows(Uint32Array.from(order), at, removed, inserted)]).toEqual(expected);
  });
});
