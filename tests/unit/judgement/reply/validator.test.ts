import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObjectSchema, OutputSchema } from '../../../../src/rubric/output-schema';
import { causeInEnglish } from '../../../../src/i18n/en/causes';
import type { Validate } from '../../../../src/judgement/judge';
import { validatorFor } from '../../../../src/judgement/reply/validator';
import { shapeWithOutput } from '../../rubric/shape/arbitrary-shape';

/** What a validator objects to, in words. */
function problemOf(validate: Validate, value: unknown): string | null {
  const result = validate(value);
  return result.ok ? null : result.causes.map(causeInEnglish).join(' ');
}

function withField(x: OutputSchema): ObjectSchema {
  return { type: 'object', properties: { x } };
}

const score: OutputSchema = { type: 'integer', minimum: 0, maximum: 5 };
const pair: OutputSchema = { type: 'array', prefixItems: [score, score], items: false };
const nullable: OutputSchema = { anyOf: [{ type: 'string' }, { type: 'null' }] };
const choice: OutputSchema = { anyOf: [{ type: 'object', properties: { a: score } }, { type: 'null' }] };

describe('validatorFor', () => {
  it.each<[string, OutputSchema, unknown]>([
    ['an integer', score, 4],
    ['a text counted in characters', { type: 'string', maxLength: 2 }, '😀😀'],
    ['a label', { type: 'string', enum: ['A', 'B'] }, 'B'],
    ['a number of a set', { type: 'integer', enum: [0, 10] }, 10],
    ['text where null is allowed', nullable, 'x'],
    ['a pair', pair, [0, 5]],
    ['a list', { type: 'array', items: { type: 'string' } }, []],
    ['an object in a choice', choice, { a: 1 }],
    ['an optional key left out', { type: 'object', properties: { a: score }, required: [] }, {}],
  ])('accepts %s', (_, schema, x) => {
    expect(validatorFor(withField(schema))({ x })).toEqual({ ok: true, output: { x } });
  });

  it.each<[string, OutputSchema, unknown, string]>([
    ['text for a number', score, '4', 'x: expected a whole number from 0 to 5, got "4"'],
    [
      'a whole number too large to be exact',
      { type: 'integer' },
      2 ** 60,
      `x: expected a whole number, got ${2 ** 60}`,
    ],
    ['too much', score, 6, 'x: expected a whole number from 0 to 5, got 6'],
    ['a number off the set', { type: 'integer', enum: [0, 10] }, 5, 'x: expected one of 0, 10, got 5'],
    [
      'a label in the wrong case',
      { type: 'string', enum: ['A', 'B'] },
      'a',
      'x: expected one of "A", "B", got "a"',
    ],
    ['1 for true', { type: 'boolean' }, 1, 'x: expected true or false, got 1'],
    [
      'too long',
      { type: 'string', maxLength: 2 },
      'abc',
      'x: expected text of at most 2 characters, got "abc"',
    ],
    ['a short pair', pair, [1], 'x: expected a list of exactly 2 items, got a list of 1 item'],
    ['a bad place', pair, [1, 9], 'x.1: expected a whole number from 0 to 5, got 9'],
    ['a number for nullable text', nullable, 3, 'x: expected text, or null, got 3'],
    ['the inside of a choice', choice, { a: 7 }, 'x.a: expected a whole number from 0 to 5, got 7'],
    ['text for a choice', choice, 'no', 'x: expected an object with the keys a, or null, got "no"'],
    [
      'an empty list',
      { type: 'array', items: score, minItems: 1 },
      [],
      'x: expected a list of at least 1 items, got a list of 0 items',
    ],
    ['not a number', { type: 'number' }, NaN, 'x: expected a number, got NaN'],
  ])('refuses %s', (_, schema, x, problem) => {
    expect(problemOf(validatorFor(withField(schema)), { x })).toBe(`${problem}.`);
  });

  it.each<[string, unknown, string]>([
    ['a missing key', {}, 'x: expected a whole number from 0 to 5, got nothing'],
    ['a key too many', { x: 1, y: 2 }, 'the reply: expected only the keys x, got the key "y"'],
    ['a list', [], 'the reply: expected an object with the keys x, got a list of 0 items'],
    ['nothing', undefined, 'the reply: expected an object with the keys x, got nothing'],
    [
      'a forged prototype',
      JSON.parse('{"x":1,"__proto__":{"y":1}}'),
      'the reply: expected only the keys x, got the key "__proto__"',
    ],
  ])('refuses %s at the top', (_, value, problem) => {
    expect(problemOf(validatorFor(withField(score)), value)).toBe(`${problem}.`);
  });

  it('lets an optional key be absent, but not null', () => {
    const validate = validatorFor({ type: 'object', properties: { x: score, y: score }, required: ['y'] });
    expect(validate({ y: 1 })).toEqual({ ok: true, output: { y: 1 } });
    expect(validate({ x: null, y: 1 }).ok).toBe(false);
    expect(validate({ x: undefined, y: 1 }).ok).toBe(false);
  });

  it('names five problems and counts the rest', () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const validate = validatorFor({
      type: 'object',
      properties: Object.fromEntries(keys.map((k) => [k, score])),
    });
    expect(problemOf(validate, {})).toMatch(/^a: .* e: [^.]*\. And 2 more\.$/);
  });

  it('accepts every output of its shape and gives it back unchanged', () => {
    fc.assert(
      fc.property(shapeWithOutput, ({ shape, output }) => {
        expect(validatorFor(shape)(output)).toEqual({ ok: true, output });
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(shapeWithOutput, fc.jsonValue(), ({ shape }, value) => {
        expect(typeof validatorFor(shape)(value).ok).toBe('boolean');
      }),
    );
  });
});
