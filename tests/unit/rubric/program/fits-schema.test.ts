import { describe, expect, it } from 'vitest';
import { fitsSchema } from '../../../../src/rubric/shape/to-zod';
import type { Json } from '../../../../src/kit/json';
import type { OutputSchema } from '../../../../src/rubric/output-schema';

describe('a value the program decided fits a place', () => {
  it.each<[string, OutputSchema, Json, boolean]>([
    ['a text of enough letters', { type: 'string', minLength: 3 }, 'abc', true],
    ['a text too short', { type: 'string', minLength: 3 }, 'ab', false],
    ['a text too long', { type: 'string', maxLength: 2 }, 'abc', false],
    ['one emoji is one character', { type: 'string', maxLength: 1 }, '🎈', true],
    ['two units are not two characters', { type: 'string', minLength: 2 }, '🎈', false],
    ['a whole number', { type: 'integer' }, 3, true],
    ['half a number', { type: 'integer' }, 3.5, false],
    ['a whole number too large to be exact', { type: 'integer' }, 2 ** 60, false],
    [
      'an optional key left out',
      { type: 'object', properties: { a: { type: 'null' } }, required: [] },
      {},
      true,
    ],
    ['a required key left out', { type: 'object', properties: { a: { type: 'null' } } }, {}, false],
    ['a key of its own', { type: 'object', properties: {} }, { a: 1 }, false],
    ['a list too short', { type: 'array', items: { type: 'null' }, minItems: 1 }, [], false],
    [
      'a place too many',
      { type: 'array', prefixItems: [{ type: 'null' }], items: false },
      [null, null],
      false,
    ],
  ])('%s', (_, schema, value, fits) => {
    expect(fitsSchema(schema, value)).toBe(fits);
  });
});
