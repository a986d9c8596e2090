import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/kit/json';
import { valueAt } from '../../../../src/rubric/path';
import { expectedScore } from '../../../../src/judgement/reply/expected-scores';
import { scanJson } from '../../../../src/judgement/reply/scan-json';

const options = (shares: Record<string, number>) =>
  Object.entries(shares).map(([text, share]) => ({ text, logprob: Math.log(share) }));
const upTo = (most: number) => Array.from({ length: most + 1 }, (_, value) => value);

describe('the expected score', () => {
  it.each<[string, Record<string, number>, number[], number | null]>([
    ['is the score where the model is sure', { '4': 1 }, upTo(5), 4],
    ['counts allowed scores alone', { '4': 0.3, '2': 0.1, '9': 0.5, true: 0.1 }, upTo(5), 3.5],
    ['takes a token with a space for the same', { '4': 0.25, ' 4': 0.25, '0': 0.5 }, upTo(5), 2],
    ['takes a beginning that fits one score only', { '1': 0.5, '0': 0.5 }, [0, 10], 5],
    ['is not told where a beginning fits several', { '1': 0.5, '0': 0.5 }, upTo(10), null],
    ['is told where hardly anything is unclear', { '1': 0.0001, '7': 0.5, '5': 0.4999 }, upTo(10), 6],
    ['is not told where nothing allowed was likely', { x: 1 }, upTo(5), null],
  ])('%s', (_, shares, allowed, expected) => {
    const mean = expectedScore({ options: options(shares), untold: -Infinity }, allowed);
    if (expected === null) expect(mean).toBeNull();
    else expect(mean).toBeCloseTo(expected, 3);
  });

  it.each<[string, Record<string, number>, number, number | null]>([
    ['is told where one that is not could hardly be', { '4': 0.6, '3': 0.4 }, 0.001, 3.6],
    ['is not told where it could', { '4': 0.6, '3': 0.4 }, 0.01, null],
    ['is told where all are', { '0': 0.2, '1': 0.2, '2': 0.2, '3': 0.2, '4': 0.1, '5': 0.1 }, 0.1, 2.1],
  ])('%s', (_, shares, untold, expected) => {
    const mean = expectedScore({ options: options(shares), untold: Math.log(untold) }, upTo(5));
    if (expected === null) expect(mean).toBeNull();
    else expect(mean).toBeCloseTo(expected, 3);
  });

  it('lies within the scale, whatever the probabilities', () => {
    const anything = fc.array(
      fc.record({
        text: fc.constantFrom('0', '1', '2', '3', '4', '5', '6', ' 3', 'a'),
        logprob: fc.double({ min: -60, max: 0, noNaN: true }),
      }),
    );
    fc.assert(
      fc.property(anything, (some) => {
        const mean = expectedScore({ options: some, untold: -60 }, upTo(5));
        if (mean === null) return;
        expect(mean).toBeGreaterThanOrEqual(-1e-9);
        expect(mean).toBeLessThanOrEqual(5 + 1e-9);
      }),
    );
  });
});

describe('where numbers begin', () => {
  it('is each number’s place, whatever stands around it', () => {
    const key = fc.constantFrom('a', 'b "c', 'score', '9');
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.integer(),
        fc
          .double({ noNaN: true, noDefaultInfinity: true })
          .map((number) => (Object.is(number, -0) ? 0 : number)),
        fc.string(),
        fc.constantFrom('12', '"4"', '[1, {"a": 2}]', null, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(value), fc.constantFrom(0, 2), (json, indent) => {
        const text = JSON.stringify(json, null, indent);
        const scan = scanJson(text, 0);
        if (scan.kind !== 'complete') throw new Error(text);
        expect(scan.value).toEqual(json);
        for (const [path, at] of scan.numbers) {
          const [figure = ''] = /^-?[\d.]+(e[+-]?\d+)?/.exec(text.slice(at)) ?? [];
          expect(valueAt({ root: json }, `root.${path}`)).toBe(Number(figure));
        }
        expect(scan.numbers.size).toBe(countNumbers(json));
      }),
    );
  });
});

function countNumbers(value: Json): number {
  if (typeof value === 'number') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + countNumbers(inner), 0);
}
