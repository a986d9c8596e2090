import { describe, expect, it } from 'vitest';
import type { ObjectSchema, OutputSchema } from '../../../../src/rubric/output-schema';
import { rubricContractSchema } from '../../../../src/rubric/rubric';
import { splitByCriteria } from '../../../../src/rubric/shape/fields';

const text: OutputSchema = { type: 'string' };
const integer: OutputSchema = { type: 'integer' };
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
