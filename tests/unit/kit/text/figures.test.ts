import { describe, expect, it } from 'vitest';
import { significantDecimals, include, meanOf, noSums, shareOf } from '../../../../src/kit/text/figures';

function meanOfAll(values: number[]) {
  const sums = noSums();
  for (const value of values) include(sums, value, 1);
  return meanOf(sums);
}
const spread = (count: number) => Array.from({ length: count }, (_, index) => 3 + (index % 3));

describe('means and shares', () => {
  it.each([
    ['too few cases have a count and no mean', [70, 80, 90, 100], { count: 4, value: null, decimals: 0 }],
    ['none', [], { count: 0, value: null, decimals: 0 }],
    ['points that lie far apart earn no decimal', [0, 20, 55, 80, 100], { count: 5, value: 51, decimals: 0 }],
    ['equal scores have an exact mean', [4, 4, 4, 4, 4], { count: 5, value: 4, decimals: 2 }],
  ])('%s', (_, values, expected) => {
    expect(meanOfAll(values)).toEqual(expected);
  });

  it.each([
    [9, 1],
    [90, 1],
    [900, 2],
  ])('%i scores between 3 and 5 earn %i decimals', (count, decimals) => {
    expect(meanOfAll(spread(count))).toMatchObject({ count, decimals });
  });

  it.each([
    [10, 0],
    [0.4, 0],
    [0.3, 1],
    [0.03, 2],
    [0, 2],
  ])('a standard error of %d earns %i decimals', (error, decimals) => {
    expect(significantDecimals(error)).toBe(decimals);
  });

  it.each([
    ['few cases are told as a count', 12, 19, null, 0],
    ['more have a whole percentage', 12, 20, 0.6, 0],
    ['many earn a decimal', 55_000, 100_000, 0.55, 1],
    ['all or none needs none', 100_000, 100_000, 1, 0],
  ])('%s', (_, met, count, value, decimals) => {
    expect(shareOf(met, count)).toEqual({ met, count, value, decimals });
  });
});
