import { describe, expect, it } from 'vitest';
import { jsonSchemaOf } from '../../../../src/judges/device/json-schema';
import { roomFor } from '../../../../src/judges/device/question';
import type { JsonObject } from '../../../../src/kit/json';
import type { OutputSchema } from '../../../../src/rubric/output-schema';

describe('the schema of a reply', () => {
  it.each<[string, OutputSchema, JsonObject]>([
    ['no words', { type: 'boolean', title: 'T', description: 'D' }, { type: 'boolean' }],
    ['bounds', { type: 'integer', minimum: 0, maximum: 5 }, { type: 'integer', minimum: 0, maximum: 5 }],
    ['choices', { type: 'number', enum: [1, 2], minimum: 0 }, { type: 'number', enum: [1, 2] }],
    [
      'short texts',
      { type: 'string', minLength: 1, maxLength: 9 },
      { type: 'string', minLength: 1, maxLength: 9 },
    ],
    [
      'long texts',
      { type: 'string', minLength: 1, maxLength: 9000 },
      { type: 'string', minLength: 1, maxLength: 9000 },
    ],
    [
      'lists',
      { type: 'array', items: { type: 'null' }, minItems: 1, maxItems: 900 },
      { type: 'array', items: { type: 'null' }, minItems: 1, maxItems: 900 },
    ],
    [
      'fixed places',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'null' }], items: false },
      {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'null' }],
        items: false,
        minItems: 2,
        maxItems: 2,
      },
    ],
    [
      'either of two',
      { anyOf: [{ type: 'string', title: 'T' }, { type: 'null' }] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
  ])('has %s', (_, value, expected) => {
    const shape = { type: 'object' as const, properties: { value } };
    expect(jsonSchemaOf(shape)['properties']).toEqual({ value: expected });
  });

  it('asks for every key, in order, where nothing is said of it, and for no others', () => {
    const properties = { b: { type: 'string' as const }, a: { type: 'string' as const } };
    expect(JSON.stringify(jsonSchemaOf({ type: 'object', properties }))).toBe(
      '{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"string"}},"required":["b","a"],"additionalProperties":false}',
    );
    expect(jsonSchemaOf({ type: 'object', properties, required: ['a'] })['required']).toEqual(['a']);
  });
});

it.each<[string, OutputSchema, number]>([
  ['a number', { type: 'integer' }, 512],
  [
    'ten texts',
    { type: 'array', prefixItems: Array<OutputSchema>(10).fill({ type: 'string' }), items: false },
    1608,
  ],
  [
    'lists of lists',
    { type: 'array', items: { type: 'array', minItems: 90, items: { type: 'string' } } },
    4096,
  ],
])('room for %s', (_, shape, tokens) => {
  expect(roomFor({ shape: { type: 'object', properties: { value: shape } } })).toBe(tokens);
});
