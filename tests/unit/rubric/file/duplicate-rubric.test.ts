import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { duplicateRubric } from '../../../../src/rubric/file/duplicate-rubric';
import { parseRubric } from '../../../../src/rubric/file/parse-rubric';
import { expressionProblems } from '../../../../src/rubric/program/compile-rubric';
import { builtInRubrics } from '../../../../rubrics/built-in';
import { exampleYaml, fileOf } from './example-contract';

const copy = { id: 'a-copy', title: 'A copy' };

function duplicated(text: string) {
  const made = duplicateRubric(text, copy);
  if (!made.ok) throw new Error(made.problem);
  const read = parseRubric(made.text, expressionProblems);
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join('\n'));
  return { ...made, rubric: read.rubric };
}

describe('duplicateRubric', () => {
  it('gives the same rubric under another id, with its comments', () => {
    const text = fileOf(exampleYaml.replace('criteria:', '# Why two.\ncriteria:'));
    const original = parseRubric(text);
    const { rubric, dropped, text: written } = duplicated(text);
    expect(dropped).toEqual([]);
    expect(written).toContain('# Why two.\ncriteria:');
    expect({ ok: true, rubric: { ...rubric, id: 'answer-check', title: 'Answer check' } }).toEqual(original);
    expect([rubric.id, rubric.title]).toEqual(['a-copy', 'A copy']);
  });

  it('leaves out facts found by code, and what needs them, however far', () => {
    const text = fileOf(
      exampleYaml
        .replace('facts:', 'facts:\n  found: { label: What was found }\n  twice: facts.found + facts.found')
        .replace(
          'derived:',
          "derived:\n  more: facts.twice + 1\n  verdict: \"derived.more > 2 ? 'GOOD' : 'BAD'\"",
        )
        .replace('  accuracy.score: {', '  total: derived.more\n  accuracy.score: {')
        .replace(
          'checks:',
          'checks:\n  - { id: more, title: More is well, severity: error, assert: derived.more > 1, message: No }',
        ),
    ).replace('headline: {', 'headline: { verdict: derived.verdict,');
    const { rubric, dropped } = duplicated(text);
    expect(dropped.map(({ section, key, label }) => `${section} ${key}: ${label}`)).toEqual([
      'facts found: What was found',
      'facts twice: twice',
      'derived more: more',
      'decided total: Total',
      'derived verdict: verdict',
      'checks more: More is well',
      'headline verdict: derived.verdict',
    ]);
    expect(rubric.checks.map(({ id }) => id)).not.toContain('more');
    expect([Object.keys(rubric.facts), Object.keys(rubric.derived)]).toEqual([['length'], ['total']]);
  });

  it.each(builtInRubrics.map(({ id }) => id))('works for the built-in rubric %s', (id) => {
    const { rubric, dropped } = duplicated(readFileSync(`rubrics/${id}/rubric.md`, 'utf8'));
    expect(dropped.length).toBeGreaterThan(10);
    expect(rubric.criteria.length).toBeGreaterThan(0);
    expect(Object.values(rubric.facts).every((fact) => typeof fact === 'string' || fact.value)).toBe(true);
  });

  it('says why a broken file has no copy', () => {
    expect(duplicateRubric('Judge this.', copy)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/three hyphens/),
    });
  });
});
