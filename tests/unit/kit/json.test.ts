import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, isJson, jsonSchema, parseJson } from '../../../src/kit/json';

describe('canonicalJson', () => {
  it.each<[unknown, string]>([
    [null, 'null'],
    [true, 'true'],
    [-0, '0'],
    [1e21, '1e+21'],
    [1 / 3, '0.3333333333333333'],
    [4.5, '4.5'],
    [2e-3, '0.002'],
    [1e-27, '1e-27'],
    ['€$\u000f\nA\'B"\\\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
    ['\ud800', '"\\ud800"'],
    [[3, [], {}], '[3,[],{}]'],
    [{ b: 1, a: { d: 2, c: [1, { z: 0, y: 0 }] } }, '{"a":{"c":[1,{"y":0,"z":0}],"d":2},"b":1}'],
    [{ '10': 1, '9': 2, a: 3, B: 4 }, '{"10":1,"9":2,"B":4,"a":3}'],
  ])('writes %j', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('sorts keys by UTF-16 code units', () => {
    const value = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 };
    expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
  });

  it.each<[string, unknown, string]>([
    ['undefined', { a: [undefined] }, 'got undefined'],
    ['a hole', Array(1), 'got undefined'],
    ['NaN', { a: { b: NaN } }, 'got NaN'],
    ['a function', { a: () => 1 }, 'got function'],
    ['a big number', 1n, 'got bigint'],
    ['a date', { a: new Date(0) }, 'got an object of a class'],
  ])('throws on %s', (_name, value, message) => {
    expect(() => canonicalJson(value)).toThrow(message);
  });

  it('does not depend on key order and keeps the value', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, member]) => [key, reversed(member)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(reversed(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

it('isJson says the same as the schema', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: unknown = JSON.parse(text);
      expect(isJson(value)).toBe(jsonSchema.safeParse(value).success);
    }),
  );
});

it.each(['1e999', '[-1e999]', '{"a":{"b":[1,1e999]}}'])('%s is too large to be a number', (text) => {
  const value: unknown = JSON.parse(text);
  expect([isJson(value), jsonSchema.safeParse(value).success]).toEqual([false, false]);
});

it.each([undefined, () => 1, 1n, NaN, [undefined]])('%s is no JSON', (value) => {
  expect(isJson(value)).toBe(false);
});

it('parseJson takes what is nested without end for no JSON, and brackets in texts for texts', () => {
  const nested = (levels: number) => `${'[{"a\\\\":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
  expect(isJson(parseJson(nested(500)))).toBe(true);
  expect(parseJson(nested(502))).toBeUndefined();
  expect(parseJson(nested(1_000_000))).toBeUndefined();
  const text = '\\"['.repeat(1000);
  expect(parseJson(JSON.stringify([text]))).toEqual([text]);
});
