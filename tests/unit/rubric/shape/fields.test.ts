import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObjectSchema, OutputSchema } from '../../../../src/rubric/output-schema';
import { rubricContractSchema } from '../../../../src/rubric/rubric';
import { leaves, schemasAt, splitByCriteria } from '../../../../src/rubric/shape/fields';
import { arbitraryShape } from './arbitrary-shape';

const text: OutputSchema = { type: 'string' };
const integer: OutputSchema = { type: 'integer' };
const score = integer;
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

const object = (properties: Record<string, OutputSchema>): ObjectSchema => ({ type: 'object', properties });

function criteriaOf(criteria: unknown[]) {
  return rubricContractSchema.shape.criteria.parse(criteria);
}
const a = { id: 'a', label: 'A', max: 5 };
const b = { id: 'b', label: 'B', max: 5 };

describe('the fields of a reply by criteria', () => {
  it.each<[string, unknown[], ObjectSchema, [string, string[]][]]>([
    [
      'an object that is a criterion’s own goes with it',
      [a, b],
      object({ a: object({ why: text, score: integer }), b: object({ score: integer }), total: integer }),
      [
        ['a', ['a.why', 'a.score']],
        ['b', ['b.score']],
        ['', ['total']],
      ],
    ],
    [
      'in an object of several only what is named does',
      [
        { ...a, score: 'scores.a', rationale: 'whyA' },
        { ...b, score: 'scores.b' },
      ],
      object({ whyA: text, whyB: text, scores: object({ a: integer, b: integer, note: text }) }),
      [
        ['a', ['whyA', 'scores.a']],
        ['b', ['scores.b']],
        ['', ['whyB', 'scores.note']],
      ],
    ],
    [
      'its parts go with it, wherever they stand',
      [{ ...a, parts: [{ id: 'p', label: 'P', score: 'rules.0.score', max: 1 }] }, b],
      object({
        a: object({ score: integer }),
        b: object({ score: integer }),
        rules: {
          type: 'array',
          prefixItems: [object({ score: integer }), object({ score: integer })],
          items: false,
        },
      }),
      [
        ['a', ['a.score', 'rules.0.score']],
        ['b', ['b.score']],
        ['', ['rules.1.score']],
      ],
    ],
    [
      'labels on the top level are parts of their own',
      [
        { id: 'a', label: 'A', choice: 'a' },
        { ...b, score: 'b' },
      ],
      object({ a: { type: 'string', enum: ['X', 'Y'] }, b: integer }),
      [
        ['a', ['a']],
        ['b', ['b']],
      ],
    ],
    [
      'with one criterion there is nothing to split',
      [a],
      object({ a: object({ score: integer }) }),
      [['a', ['a.score']]],
    ],
  ])('%s', (_, criteria, output, expected) => {
    const parts = splitByCriteria({ output, criteria: criteriaOf(criteria) });
    expect(parts.map(({ id, paths }) => [id, paths])).toEqual(expected);
  });
});
