import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelAgreement, numberAgreement } from '../../../../src/compare/agreement';
import { JointTable, cohenKappa, quadraticKappa, spearman } from '../../../../src/compare/coefficients';

type Pairs<Rating> = readonly (readonly [Rating, Rating])[];

function tableOf<Rating extends number | string>(pairs: Pairs<Rating>): JointTable<Rating> {
  const table = new JointTable<Rating>();
  for (const [a, b] of pairs) table.add(a, b);
  return table;
}
const times = <Rating>(count: number, a: Rating, b: Rating) =>
  Array.from({ length: count }, (): readonly [Rating, Rating] => [a, b]);
const zip = (a: number[], b: number[]) =>
  a.map((value, place): readonly [number, number] => [value, b[place] ?? NaN]);
const swapped = <Rating>(pairs: Pairs<Rating>) => pairs.map(([a, b]): readonly [Rating, Rating] => [b, a]);

/** Kappa and its standard error from full matrices, as textbooks write them. */
function kappaByMatrix(pairs: Pairs<number>, weight: (a: number, b: number) => number) {
  const ratings = [...new Set(pairs.flat())];
  const share = (a: number, b: number) =>
    pairs.filter(([one, other]) => one === a && other === b).length / pairs.length;
  const sum = (term: (a: number, b: number) => number) =>
    ratings.reduce((total, a) => total + ratings.reduce((row, b) => row + term(a, b), 0), 0);
  const rowShare = (a: number) => ratings.reduce((total, b) => total + share(a, b), 0);
  const columnShare = (b: number) => ratings.reduce((total, a) => total + share(a, b), 0);
  const observed = sum((a, b) => weight(a, b) * share(a, b));
  const expected = sum((a, b) => weight(a, b) * rowShare(a) * columnShare(b));
  const value = (observed - expected) / (1 - expected);
  const rowMean = (a: number) => ratings.reduce((total, b) => total + weight(a, b) * columnShare(b), 0);
  const columnMean = (b: number) => ratings.reduce((total, a) => total + weight(a, b) * rowShare(a), 0);
  const squares = sum(
    (a, b) => share(a, b) * (weight(a, b) - (rowMean(a) + columnMean(b)) * (1 - value)) ** 2,
  );
  const variance = (squares - (value - expected * (1 - value)) ** 2) / (pairs.length * (1 - expected) ** 2);
  return { value, standardError: Math.sqrt(Math.max(0, variance)) };
}

/** Each rank by counting, then Pearson's correlation of the ranks. */
function spearmanByCounting(pairs: Pairs<number>): number {
  const rank = (all: number[], value: number) =>
    all.filter((other) => other < value).length + (all.filter((other) => other === value).length + 1) / 2;
  const a = pairs.map(([one]) => one);
  const b = pairs.map(([, other]) => other);
  const centred = (all: number[]) => all.map((value) => rank(all, value) - (all.length + 1) / 2);
  const [x, y] = [centred(a), centred(b)];
  const dot = (one: number[], other: number[]) =>
    one.reduce((total, value, place) => total + value * (other[place] ?? 0), 0);
  return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y));
}

const ratings = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })), {
  minLength: 2,
  maxLength: 40,
});
const varied = ratings.filter(
  (pairs) => new Set(pairs.map(([a]) => a)).size > 1 && new Set(pairs.map(([, b]) => b)).size > 1,
);

describe("Cohen's kappa", () => {
  it.each<[string, Pairs<string>, number]>([
    // Agree 35 of 50 = 0.7; by chance 0.5 × 0.6 + 0.5 × 0.4 = 0.5; (0.7 - 0.5) / 0.5.
    [
      'two labels',
      [...times(20, 'y', 'y'), ...times(5, 'y', 'n'), ...times(10, 'n', 'y'), ...times(15, 'n', 'n')],
      0.4,
    ],
    ['the contrary', [...times(3, 'y', 'n'), ...times(3, 'n', 'y')], -1],
  ])('%s', (_, pairs, expected) => {
    expect(cohenKappa(tableOf(pairs))?.value).toBeCloseTo(expected, 12);
  });
});

describe('quadratic kappa', () => {
  it.each([
    // 1 - n × Σ(a-b)² / ΣΣ(a-b)² over all pairs of cases.
    ['one step apart', [0, 1, 2], [0, 2, 2], 1 - (3 * 1) / 15],
    ['far apart', [0, 5], [5, 0], -1],
    ['a step up everywhere', [0, 1, 2, 3], [1, 2, 3, 4], 1 - (4 * 4) / 56],
  ])('%s', (_, a, b, expected) => {
    expect(quadraticKappa(tableOf(zip(a, b)))?.value).toBeCloseTo(expected, 12);
  });

  it('and its standard error are those of the full matrix', () => {
    fc.assert(
      fc.property(varied, (pairs) => {
        const all = pairs.flat();
        const range = (Math.max(...all) - Math.min(...all)) ** 2;
        const expected = kappaByMatrix(pairs, (a, b) => 1 - (a - b) ** 2 / range);
        const found = quadraticKappa(tableOf(pairs));
        expect(found?.value).toBeCloseTo(expected.value, 9);
        expect(found?.standardError).toBeCloseTo(expected.standardError, 6);
      }),
    );
  });
});

describe('Spearman', () => {
  it.each([
    // Without ties: 1 - 6 Σd² / n(n² - 1).
    ['two swaps', [1, 2, 3, 4, 5], [2, 1, 4, 3, 5], 1 - (6 * 4) / (5 * 24)],
    ['a tie', [1, 2, 2, 3], [1, 2, 3, 4], 4.5 / Math.sqrt(4.5 * 5)],
    ['the same order of other numbers', [1, 2, 3], [10, 20, 400], 1],
    ['the opposite order', [1, 2, 3], [0.3, 0.2, 0.1], -1],
  ])('%s', (_, a, b, expected) => {
    expect(spearman(tableOf(zip(a, b)))?.value).toBeCloseTo(expected, 12);
  });

  it('ranks as counting does', () => {
    fc.assert(
      fc.property(varied, (pairs) => {
        expect(spearman(tableOf(pairs))?.value).toBeCloseTo(spearmanByCounting(pairs), 9);
      }),
    );
  });
});

describe('every coefficient', () => {
  const coefficients = [
    ['quadratic kappa', (pairs: Pairs<number>) => quadraticKappa(tableOf(pairs))],
    ['Spearman', (pairs: Pairs<number>) => spearman(tableOf(pairs))],
    [
      "Cohen's kappa",
      (pairs: Pairs<number>) => cohenKappa(tableOf(pairs.map(([a, b]) => [String(a), String(b)] as const))),
    ],
  ] as const;

  it.each(coefficients)('%s: is the same both ways, and from -1 to 1', (_, coefficient) => {
    fc.assert(
      fc.property(varied, (pairs) => {
        const there = coefficient(pairs);
        const back = coefficient(swapped(pairs));
        expect(there?.value).toBeCloseTo(back?.value ?? NaN, 9);
        expect(there?.standardError).toBeCloseTo(back?.standardError ?? NaN, 6);
        expect(Math.abs(there?.value ?? NaN)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each(coefficients)('%s: is 1 against itself', (_, coefficient) => {
    fc.assert(
      fc.property(varied, (pairs) => {
        expect(coefficient(pairs.map(([a]) => [a, a] as const))?.value).toBe(1);
      }),
    );
  });

  it.each(coefficients)('%s: is none of one case or none, or without variance', (_, coefficient) => {
    expect(coefficient([])).toBeNull();
    expect(coefficient([[1, 2]])).toBeNull();
    expect(coefficient(times(9, 3, 3))).toBeNull();
    expect(coefficient(zip([3, 3, 3], [1, 2, 3]))).toBeNull();
    expect(coefficient(zip([1, 2, 3], [3, 3, 3]))).toBeNull();
  });
});

describe('agreement', () => {
  const steps = { min: 0, max: 5 };
  const often = (count: number) =>
    Array.from({ length: count }, (_, place): readonly [number, number] => {
      const rating = place % 6;
      return [rating, place % 4 === 0 ? 5 - rating : rating];
    });

  it('of numbers: counts, distances and which way', () => {
    const pairs = [...times(10, 4, 4), ...times(6, 3, 5), ...times(4, 3, 2)];
    expect(numberAgreement(tableOf(pairs), steps)).toMatchObject({
      count: 20,
      exact: { met: 10, count: 20, value: 0.5 },
      distance: { count: 20, value: 16 / 20 },
      shift: { count: 20, value: 8 / 20 },
    });
  });

  it.each([
    ['no case', 0, { value: null, because: 'too-few' }],
    ['four cases', 4, { value: null, because: 'too-few' }],
    ['some', 30, { decimals: 1 }],
    ['thousands', 6000, { decimals: 2 }],
  ])('tells a coefficient only with the decimals it has earned: %s', (_, count, expected) => {
    const { kappa } = numberAgreement(tableOf(often(count)), steps);
    expect(kappa).toMatchObject({ count, ...expected });
  });

  it('tells none that chance alone could turn', () => {
    const pairs = zip([0, 5, 0, 5, 2], [5, 0, 0, 4, 2]);
    expect(numberAgreement(tableOf(pairs), steps)).toMatchObject({
      kappa: { value: null, because: 'too-uncertain' },
      spearman: { value: null, because: 'too-uncertain' },
    });
  });

  it('is exactly 1 where all is the same, and cannot be told where nothing varies', () => {
    const same = zip([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]);
    const one = { count: 5, value: 1, decimals: 0 };
    expect(numberAgreement(tableOf(same), steps)).toMatchObject({ kappa: one, spearman: one });
    const flat = { count: 8, value: null, because: 'no-variance' };
    expect(numberAgreement(tableOf(times(8, 5, 5)), steps)).toMatchObject({ kappa: flat, spearman: flat });
    expect(labelAgreement(tableOf(times(8, 'PASS', 'PASS')))).toEqual({
      kind: 'label',
      count: 8,
      exact: { met: 8, count: 8, value: null, decimals: 0 },
      kappa: flat,
    });
  });

  it.each([
    ['0 to 5', { min: 0, max: 5 }, 0, true],
    ['1 to 10', { min: 1, max: 10 }, 0, true],
    ['points', { min: 0, max: 40 }, 0, false],
    ['broken steps', { min: 0, max: 0.5 }, 0, false],
    ['means of several samples', { min: 0, max: 5 }, 0.5, false],
    ['a total', null, 0, false],
  ])('weighs steps only on a scale of steps: %s', (_, scale, more, ordinal) => {
    const pairs = often(60).map(([a, b]): readonly [number, number] => [a + more, b]);
    const { kappa } = numberAgreement(tableOf(pairs), scale);
    expect(kappa.value !== null).toBe(ordinal);
    if (!ordinal) expect(kappa).toMatchObject({ because: 'not-ordinal' });
  });
});
