import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsSchema, toZod } from '../../../../src/rubric/shape/to-zod';
import type { Json } from '../../../../src/kit/json';
import type { OutputSchema } from '../../../../src/rubric/output-schema';
import { arbitraryShape, valueOf } from '../shape/arbitrary-shape';

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
    expect(toZod(schema).safeParse(value).success).toBe(fits);
  });

  const text = fc.constantFrom('', 'a', '🎈', '🎈🎈🎈', '한글', 'PASS', 'abcd', 'abcde');
  const number = fc.constantFrom(0, -0, 1, 10, 0.5, -3, 201, 2 ** 60, 1e300);
  const bounds: fc.Arbitrary<OutputSchema> = fc.oneof(
    fc.record(
      {
        type: fc.constant('string' as const),
        minLength: fc.nat(4),
        maxLength: fc.nat(4),
        enum: fc.array(text, { minLength: 1 }),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constantFrom('integer' as const, 'number' as const),
        minimum: number,
        maximum: number,
        enum: fc.array(number, { minLength: 1 }),
      },
      { requiredKeys: ['type'] },
    ),
  );
  const anything = fc.oneof(text, number, fc.constant(null), fc.boolean(), fc.array(text, { maxLength: 3 }));

  it('exactly where the validator of replies says so', () => {
    const schemaAndValue = fc.oneof(
      bounds.chain((schema) => anything.map((value) => ({ schema, value }))),
      fc
        .tuple(arbitraryShape, arbitraryShape)
        .chain(([schema, other]) =>
          fc.oneof(valueOf(schema), valueOf(other), anything).map((value) => ({ schema, value })),
        ),
    );
    fc.assert(
      fc.property(schemaAndValue, ({ schema, value }) => {
        expect(fitsSchema(schema, value)).toBe(toZod(schema).safeParse(value).success);
      }),
      { numRuns: 1000 },
    );
  });
});
