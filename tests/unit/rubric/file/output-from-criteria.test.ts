import { describe, expect, it } from 'vitest';
import { rubricFromContract } from '../../../../src/rubric/file/read-contract';

function read(criteria: readonly object[], more: object = {}) {
  return rubricFromContract(
    {
      format: 'assay-rubric/1',
      id: 'made',
      title: 'Made',
      version: '1.0.0',
      language: 'en',
      purpose: 'Has no output of its own.',
      inputs: [{ name: 'answer', label: 'Answer' }],
      criteria,
      headline: { value: '1' },
      ...more,
    },
    'Judge {{answer}}.',
  );
}

const fields = (properties: object) => ({ type: 'object', properties });
const text = { type: 'string' };

describe('the output made from criteria', () => {
  it.each<[string, object, object]>([
    ['a score', { max: 5 }, { rationale: text, score: { type: 'integer', minimum: 0, maximum: 5 } }],
    [
      'a scale with fractions',
      { max: 2.5 },
      { rationale: text, score: { type: 'number', minimum: 0, maximum: 2.5 } },
    ],
    [
      'names of its own',
      { max: 5, score: 'c.points', rationale: 'c.why' },
      { why: text, points: { type: 'integer', minimum: 0, maximum: 5 } },
    ],
    [
      'labels',
      {
        choice: 'c.label',
        levels: [
          { at: 'A', name: 'a' },
          { at: 'B', name: 'b' },
        ],
      },
      { rationale: text, label: { type: 'string', enum: ['A', 'B'] } },
    ],
    [
      'parts',
      { max: 9, parts: [{ id: 'p', label: 'P', score: 'c.p', rationale: 'c.p_why', max: 4 }] },
      {
        p_why: text,
        p: { type: 'integer', minimum: 0, maximum: 4 },
        rationale: text,
        score: { type: 'integer', minimum: 0, maximum: 9 },
      },
    ],
  ])('holds %s, reasons first', (_, criterion, expected) => {
    const result = read([{ id: 'c', label: 'C', ...criterion }]);
    expect(result).toMatchObject({ ok: true, rubric: { output: fields({ c: fields(expected) }) } });
    const made = result.ok ? result.rubric.output.properties['c'] : undefined;
    expect(made && 'properties' in made ? Object.keys(made.properties) : []).toEqual(Object.keys(expected));
  });

  it('writes the paths it chose into the criteria', () => {
    const result = read([{ id: 'c', label: 'C', max: 5 }]);
    expect(result).toMatchObject({ rubric: { criteria: [{ score: 'c.score', rationale: 'c.rationale' }] } });
  });

  it('adds no rationale to an output that was given', () => {
    const output = fields({ c: fields({ score: { type: 'integer' } }) });
    const result = read([{ id: 'c', label: 'C', max: 5 }], { output });
    expect(result.ok && result.rubric.criteria[0]).toMatchObject({ score: 'c.score' });
    expect(result.ok && result.rubric.criteria[0]).not.toHaveProperty('rationale');
  });

  it.each<[string, object, string]>([
    [
      'no labels',
      { choice: 'c.label' },
      'criteria[0].levels: expected levels with a label each, since the rubric has no output that lists them, but got none.',
    ],
    [
      'a path elsewhere',
      { max: 5, score: 'd.score' },
      'criteria[0].score names "d.score"; in a rubric without an output it must have the form c.<key>.',
    ],
  ])('cannot hold %s', (_, criterion, expected) => {
    const result = read([{ id: 'c', label: 'C', ...criterion }]);
    expect(result.ok ? [] : result.problems.map(({ message }) => message)).toContain(expected);
  });
});
