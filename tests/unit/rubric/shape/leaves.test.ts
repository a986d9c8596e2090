import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObjectSchema, OutputSchema } from '../../../../src/rubric/output-schema';
import { leaves, schemasAt } from '../../../../src/rubric/shape/fields';
import { arbitraryShape } from './arbitrary-shape';

const text: OutputSchema = { type: 'string' };
const score: OutputSchema = { type: 'integer' };
const shape: ObjectSchema = {
  type: 'object',
  properties: {
    part: { type: 'object', properties: { rationale: text, score } },
    rules: { type: 'array', prefixItems: [{ type: 'object', properties: { score } }, text], items: false },
    range: { type: 'array', prefixItems: [score, score], items: false },
    errors: { type: 'array', items: { type: 'object', properties: { kind: text } } },
    hint: { anyOf: [text, { type: 'null' }] },
    maybe: { anyOf: [{ type: 'object', properties: { score } }, { type: 'null' }] },
    empty: { type: 'object', properties: {} },
  },
};

describe('leaves', () => {
  it('names the fields in the order of the shape', () => {
    expect(leaves(shape).map(({ path }) => path)).toEqual([
      'part.rationale',
      'part.score',
      'rules.0.score',
      'rules.1',
      'range',
      'errors',
      'hint',
      'maybe',
    ]);
  });

  it('gives paths that lead to their schema', () => {
    fc.assert(
      fc.property(arbitraryShape, (of) => {
        for (const { path, schema } of leaves(of)) expect(schemasAt(of, path)).toEqual([schema]);
      }),
    );
  });
});

describe('schemasAt', () => {
  it.each<[string, OutputSchema | undefined]>([
    ['', shape],
    ['part', shape.properties['part']],
    ['rules.1', text],
    ['range.1', score],
    ['errors.7.kind', text],
    ['maybe.score', score],
    ['rules.2', undefined],
    ['range.-1', undefined],
    ['range.01', undefined],
    ['errors.first', undefined],
    ['part.toString', undefined],
    ['hint.0', undefined],
    ['part.score.x', undefined],
  ])('finds %j', (path, expected) => {
    expect(schemasAt(shape, path)[0]).toBe(expected);
  });
});
