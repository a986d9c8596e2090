import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isJson, jsonSchema } from '../../../src/kit/json';

it('what JSON gives is told to be JSON as its schema tells it', () => {
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
