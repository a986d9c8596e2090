import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/kit/json';
import type { OutputSchema } from '../../../../../src/rubric/output-schema';
import { grammarSchema } from '../../../../../src/judges/device/wllama/grammar-schema';
import { replyRoom } from '../../../../../src/judges/device/question';

const within = (value: OutputSchema) => grammarSchema({ type: 'object', properties: { value } });

describe('the schema that llama.cpp makes a grammar of', () => {
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
      'no long repetitions',
      { type: 'string', minLength: 1, maxLength: 9000 },
      { type: 'string', minLength: 1 },
    ],
    [
      'lists',
      { type: 'array', items: { type: 'null' }, minItems: 1, maxItems: 900 },
      { type: 'array', items: { type: 'null' }, minItems: 1 },
    ],
    [
      'fixed places without a word on others',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'null' }], items: false },
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'null' }] },
    ],
    [
      'either of two',
      { anyOf: [{ type: 'string', title: 'T' }, { type: 'null' }] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
  ])('has %s', (_, given, expected) => {
    expect(within(given)).toMatchObject({ properties: { value: expected } });
    expect(JSON.stringify(within(given))).toContain(JSON.stringify(expected));
  });

  it('asks for every key, in order, where nothing is said of it, and for no others', () => {
    const text = { type: 'string' as const };
    expect(JSON.stringify(grammarSchema({ type: 'object', properties: { b: text, a: text } }))).toBe(
      '{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"string"}},"required":["b","a"],"additionalProperties":false}',
    );
    expect(
      grammarSchema({ type: 'object', properties: { b: text, a: text }, required: ['a'] }),
    ).toMatchObject({
      required: ['a'],
    });
  });
});

it.each<[string, OutputSchema, number]>([
  ['a number', { type: 'integer' }, 512],
  [
    'ten texts',
    { type: 'array', prefixItems: Array<OutputSchema>(10).fill({ type: 'string' }), items: false },
    1602,
  ],
  [
    'lists of lists',
    { type: 'array', items: { type: 'array', minItems: 90, items: { type: 'string' } } },
    4096,
  ],
])('room for %s', (_, shape, tokens) => {
  expect(replyRoom(shape)).toBe(tokens);
});
