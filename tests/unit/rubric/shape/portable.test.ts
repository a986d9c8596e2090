import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json } from '../../../../src/kit/json';
import type { ObjectSchema, OutputSchema } from '../../../../src/rubric/output-schema';
import { fromPortable, portable, withoutLengths } from '../../../../src/rubric/shape/portable';
import { validatorFor } from '../../../../src/judgement/reply/validator';
import { shapeWithOutput } from './arbitrary-shape';

const refused = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'prefixItems',
  'oneOf',
];

function everySchema(schema: OutputSchema): OutputSchema[] {
  if ('anyOf' in schema) return [schema, ...schema.anyOf.flatMap(everySchema)];
  if ('properties' in schema) return [schema, ...Object.values(schema.properties).flatMap(everySchema)];
  if ('prefixItems' in schema) return [schema, ...schema.prefixItems.flatMap(everySchema)];
  return 'items' in schema ? [schema, ...everySchema(schema.items)] : [schema];
}

/** The same output as a strict provider would write it: every optional key that is absent is null. */
function filledIn(schema: OutputSchema, value: Json): Json {
  if ('anyOf' in schema) {
    const branch = schema.anyOf.find((one) => !('type' in one && one.type === 'null'));
    return value === null || branch === undefined ? value : filledIn(branch, value);
  }
  if ('properties' in schema && isJsonObject(value)) {
    const entries = Object.entries(schema.properties).map(([key, property]): [string, Json] => {
      const own = Object.hasOwn(value, key) ? value[key] : undefined;
      return [key, own === undefined ? null : filledIn(property, own)];
    });
    return Object.fromEntries(entries);
  }
  if (!Array.isArray(value)) return value;
  if ('prefixItems' in schema) return schema.prefixItems.map((place, i) => filledIn(place, value[i] ?? null));
  return 'items' in schema ? value.map((item) => filledIn(schema.items, item)) : value;
}

describe('portable', () => {
  it.each<[string, OutputSchema, OutputSchema]>([
    ['spells a score out', { type: 'integer', minimum: 1, maximum: 3 }, { type: 'integer', enum: [1, 2, 3] }],
    ['keeps a long range open', { type: 'integer', minimum: 0, maximum: 101 }, { type: 'integer' }],
    ['keeps a half-open range open', { type: 'integer', minimum: 0 }, { type: 'integer' }],
    ['drops bounds of a number', { type: 'number', minimum: 0, maximum: 1 }, { type: 'number' }],
    [
      'drops lengths',
      { type: 'string', minLength: 1, maxLength: 9, title: 'T' },
      { type: 'string', title: 'T' },
    ],
    [
      'makes a pair a list',
      { type: 'array', prefixItems: [{ type: 'boolean' }, { type: 'boolean' }], items: false },
      { type: 'array', items: { type: 'boolean' }, minItems: 2, maxItems: 2 },
    ],
    [
      'names the length of a list only where it is fixed',
      {
        type: 'object',
        properties: {
          three: { type: 'array', items: { type: 'null' }, minItems: 3, maxItems: 3 },
          few: { type: 'array', items: { type: 'null' }, minItems: 1, maxItems: 3 },
          any: { type: 'array', items: { type: 'null' } },
        },
      },
      {
        type: 'object',
        properties: {
          three: { type: 'array', items: { type: 'null' }, minItems: 3, maxItems: 3 },
          few: { type: 'array', items: { type: 'null' } },
          any: { type: 'array', items: { type: 'null' } },
        },
        required: ['three', 'few', 'any'],
        additionalProperties: false,
      },
    ],
    [
      'offers the different places of a list',
      {
        type: 'array',
        prefixItems: [{ type: 'boolean' }, { type: 'string' }, { type: 'boolean' }],
        items: false,
      },
      {
        type: 'array',
        items: { anyOf: [{ type: 'boolean' }, { type: 'string' }] },
        minItems: 3,
        maxItems: 3,
      },
    ],
    [
      'flattens choices',
      { anyOf: [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'null' }], description: 'D' },
      { description: 'D', anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
  ])('%s', (_, schema, expected) => {
    expect(portable({ type: 'object', properties: { x: schema } }).properties['x']).toEqual(expected);
  });

  it('spells out 0 to 100', () => {
    const { properties } = portable({
      type: 'object',
      properties: { x: { type: 'integer', minimum: 0, maximum: 100 } },
    });
    expect(properties['x']).toHaveProperty('enum.length', 101);
  });

  it('turns optional into nullable', () => {
    const shape: ObjectSchema = { type: 'object', properties: { x: { type: 'string' } }, required: [] };
    expect(portable(shape)).toEqual({
      type: 'object',
      properties: { x: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      required: ['x'],
      additionalProperties: false,
    });
  });

  it('uses nothing that strict providers refuse, and changes nothing when applied twice', () => {
    fc.assert(
      fc.property(shapeWithOutput, ({ shape }) => {
        const strict = portable(shape);
        for (const schema of everySchema(strict))
          if ('minItems' in schema) expect(schema.minItems).toBe(schema.maxItems);
        for (const schema of everySchema(withoutLengths(strict))) {
          expect(Object.keys(schema).filter((key) => refused.includes(key))).toEqual([]);
          if (!('properties' in schema)) continue;
          expect(schema.required).toEqual(Object.keys(schema.properties));
          expect(schema.additionalProperties).toBe(false);
        }
        expect(portable(strict)).toEqual(strict);
      }),
    );
  });
});

describe('fromPortable', () => {
  it('keeps a null that means null', () => {
    const nullable: OutputSchema = { anyOf: [{ type: 'string' }, { type: 'null' }] };
    const shape: ObjectSchema = {
      type: 'object',
      properties: { a: nullable, b: { type: 'string' } },
      required: [],
    };
    expect(fromPortable(shape, { a: null, b: null })).toEqual({ a: null });
  });

  it.each([[null], [3], ['x'], [[1]], [{ unknown: null }]])('leaves %j as it is', (value) => {
    expect(fromPortable({ type: 'object', properties: {} }, value)).toEqual(value);
  });

  it('makes the strict form of any output fit its shape again', () => {
    fc.assert(
      fc.property(shapeWithOutput, ({ shape, output }) => {
        const strict = filledIn(shape, output);
        expect(validatorFor(portable(shape))(strict)).toHaveProperty('ok', true);
        expect(validatorFor(shape)(fromPortable(shape, strict))).toHaveProperty('ok', true);
      }),
    );
  });
});
