import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fold,
  hangulShare,
  max,
  mean,
  min,
  quoted,
  round,
  sentences,
  sum,
} from '../../../../src/rubric/program/environment';

it.each([
  ['sum', sum, [1, 2n, 0.5], 3.5],
  ['sum of nothing', sum, [], 0],
  ['mean', mean, [1, 2n], 1.5],
  ['min', min, [3, 2n, 5], 2],
  ['max', max, [3, 7n, 5], 7],
])('%s', (_name, combine, list, expected) => {
  expect(combine(list)).toBe(expected);
});

it.each([
  ['mean of nothing', () => mean([]), /mean\(\) expected at least one number/],
  ['sum of a text', () => sum([1, '2']), /sum\(\) expected a list of numbers, got string at place 2/],
  ['a language nobody speaks', () => sentences('a', 'not a tag'), /expected a language tag/],
  ['negative digits', () => round(1, -1n), /expected 0 to 12 digits/],
  ['an endless number', () => round(Infinity, 0n), /expected a finite number/],
])('refuses %s', (_name, run, message) => {
  expect(run).toThrow(message);
});

it.each([
  [2.5, 0n, 3],
  [-2.5, 0n, -3],
  [1.005, 2n, 1.01],
  [1e-7, 2n, 0],
  [1e21, 2n, 1e21],
  [-0.001, 2n, 0],
])('rounds %d to %d digits', (value, digits, expected) => {
  expect(round(value, digits)).toBe(expected);
});

it('rounds monotonically, so that ends of a range stay its ends', () => {
  const anyNumber = fc.double({ noNaN: true, min: -1e6, max: 1e6 });
  fc.assert(
    fc.property(anyNumber, anyNumber, fc.bigInt(0n, 6n), (x, y, digits) => {
      expect(round(Math.min(x, y), digits)).toBeLessThanOrEqual(round(Math.max(x, y), digits));
    }),
  );
});

it.each([
  ['One. Two!  Three?', 'en', 3n],
  ['첫 문장입니다. 둘째 문장입니다.', 'ko', 2n],
  ['no full stop', 'en', 1n],
  ['  \n ', 'en', 0n],
])('counts the sentences of %j', (text, locale, expected) => {
  expect(sentences(text, locale)).toBe(expected);
});

it.each([
  ['한글', 1],
  ['\u1112\u1161\u11ab', 1],
  ['한ab', 1 / 3],
  ['123 !', 0],
])('finds the share of Hangul in %j', (text, expected) => {
  expect(hangulShare(text)).toBeCloseTo(expected);
});

it.each([
  ['Besides "SONY" it has “so ny” and 「ソニー」.', ['SONY', 'so ny', 'ソニー']],
  ['L\'Oréal\'s "L’Oréal"', ["L'Oréal"]],
  ['nothing "left open', []],
])('quoted: %j', (text, expected) => {
  expect(quoted(text)).toEqual(expected);
});

describe('fold', () => {
  it.each([
    ['  A\t b\n', 'a b'],
    ['“Quoted” «text» 「글」', '"quoted" "text" "글"'],
    ['it’s ‘so’', "it's 'so'"],
    ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
  ])('folds %j', (text, expected) => {
    expect(fold(text)).toBe(expected);
  });

  it('folds only once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});
