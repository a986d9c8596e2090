import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byKey, sortRows } from '../../../../src/sheet/table/row-order';
import type { Slices } from '../../../../src/kit/sliced-work.browser';

function finish<T>(work: Slices<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
const keys = fc.array(fc.option(fc.integer({ min: 0, max: 9 })), { maxLength: 2000 });
const sign = fc.constantFrom<1 | -1>(1, -1);

describe('row order', () => {
  it('sorts as the built-in sort does', () => {
    fc.assert(
      fc.property(keys, sign, (list, direction) => {
        const compare = byKey(list, direction);
        const expected = [...list.keys()].sort(compare);
        expect([...finish(sortRows(Uint32Array.from(list.keys()), compare))]).toEqual(expected);
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
      expect([...list.keys()].sort(byKey(list, direction))).toEqual(expected);
    },
  );
});
