import { describe, expect, it } from 'vitest';
import type { OutputSchema } from '../../../../src/rubric/output-schema';
import { schemaText } from '../../../../src/judgement/prompt/build-prompt';

describe('schemaText', () => {
  it.each<[string, OutputSchema, string]>([
    ['text', { maxLength: 9, enum: ['a'], type: 'string' }, '{"type":"string","enum":["a"],"maxLength":9}'],
    ['number', { maximum: 2, minimum: 1, type: 'number' }, '{"type":"number","minimum":1,"maximum":2}'],
    ['described', { description: 'd', type: 'boolean' }, '{"type":"boolean","description":"d"}'],
    [
      'list',
      { items: { type: 'null' }, type: 'array', minItems: 1 },
      '{"type":"array","items":{"type":"null"},"minItems":1}',
    ],
    [
      'places',
      { items: false, prefixItems: [{ type: 'boolean' }], type: 'array' },
      '{"type":"array","prefixItems":[{"type":"boolean"}],"items":false}',
    ],
    [
      'this or null',
      { anyOf: [{ type: 'string' }, { type: 'null' }], title: 't' },
      '{"title":"t","anyOf":[{"type":"string"},{"type":"null"}]}',
    ],
    [
      'optional key',
      { required: ['b'], properties: { b: { type: 'null' }, a: { type: 'null' } }, type: 'object' },
      '{"type":"object","properties":{"b":{"type":"null"},"a":{"type":"null"}},"required":["b"],"additionalProperties":false}',
    ],
  ])('%s', (_name, schema, text) => {
    const whole = schemaText({ type: 'object', properties: { x: schema } });
    expect(whole).toBe(
      `{"type":"object","properties":{"x":${text}},"required":["x"],"additionalProperties":false}`,
    );
  });
});
