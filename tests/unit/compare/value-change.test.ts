import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Known } from '../../../src/rubric/values';
import { changeBetween, isDisagreement } from '../../../src/compare/compare-row';
import { is } from './run-fixture';

const range = (min: number, max: number): Known => ({ kind: 'range', min, max });
const oneOf = (...values: (string | number)[]): Known => ({ kind: 'one-of', values });
const undecided: Known = { kind: 'undecided' };
const broken: Known = { kind: 'error', message: 'no such key' };

describe('changeBetween', () => {
  it.each<[string, Known | null, Known | null, unknown]>([
    ['the same number', is(3), is(3), null],
    ['numbers', is(3), is(5), { kind: 'number', from: 3, to: 5, delta: 2 }],
    ['fractions without dust', is(100), is(100.1), { kind: 'number', from: 100, to: 100.1, delta: 0.1 }],
    [
      'the smallest difference stays one',
      is(0),
      is(1e-12),
      { kind: 'number', from: 0, to: 1e-12, delta: 1e-12 },
    ],
    ['labels', is('GOOD'), is('POOR'), { kind: 'label', from: 'GOOD', to: 'POOR' }],
    ['a number and its text', is(1), is('1'), { kind: 'label', from: 1, to: '1' }],
    ['null is a label, not an absence', is(null), is('A'), { kind: 'label', from: null, to: 'A' }],
    [
      'objects in another order',
      { kind: 'value', value: { a: 1, b: 2 } },
      { kind: 'value', value: { b: 2, a: 1 } },
      null,
    ],
    ['absent in both', null, null, null],
    ['absent in one', null, is(3), false],
    ['the same range', range(0, 3), range(0, 3), null],
    ['a number in the range', range(0, 3), is(3), false],
    ['a number beyond the range', is(4), range(0, 3), true],
    ['ranges that meet', range(0, 3), range(3, 5), false],
    ['ranges apart', range(0, 2), range(3, 5), true],
    ['the same choice in another order', oneOf('A', 'B'), oneOf('B', 'A'), null],
    ['a label among them', oneOf('A', 'B'), is('B'), false],
    ['a label not among them', oneOf('A', 'B'), is('C'), true],
    ['undecided rules nothing out', undecided, is(3), false],
    ['undecided in both', undecided, undecided, null],
    ['broken in both', broken, { kind: 'error', message: 'other words' }, null],
  ])('%s', (_, a, b, expected) => {
    const clash =
      typeof expected === 'boolean' ? { kind: 'certainty', from: a, to: b, clash: expected } : null;
    expect(changeBetween(a, b)).toEqual(clash ?? expected);
  });

  const known: fc.Arbitrary<Known | null> = fc.oneof(
    fc.integer({ min: 0, max: 5 }).map(is),
    fc.constantFrom('A', 'B').map(is),
    fc
      .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }))
      .map(([min, more]) => range(min, min + more)),
    fc.subarray(['A', 'B', 'C'], { minLength: 2 }).map((values) => oneOf(...values)),
    fc.constantFrom(null, undecided, broken),
  );

  it('is the same the other way round, with the ends changed', () => {
    fc.assert(
      fc.property(known, known, (a, b) => {
        const there = changeBetween(a, b);
        const back = changeBetween(b, a);
        expect(back?.kind).toBe(there?.kind);
        expect(isDisagreement(back)).toBe(isDisagreement(there));
        expect(back?.from).toEqual(there?.to);
        if (there?.kind === 'number' && back?.kind === 'number') expect(back.delta).toBe(-there.delta);
      }),
    );
  });
});
