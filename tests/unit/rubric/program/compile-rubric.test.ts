import { describe, expect, it } from 'vitest';
import { compileRubric } from '../../../../src/rubric/program/compile-rubric';
import type { ExpressionProblem } from '../../../../src/rubric/program/failure';
import { essayRubric } from './rubric-fixture';

const check = {
  id: 'a-check',
  title: 'A check',
  severity: 'error',
  assert: 'true',
  message: 'No.',
};

function problems(changes: Record<string, unknown>): ExpressionProblem[] {
  const compiled = compileRubric(essayRubric(changes));
  return compiled.ok ? [] : compiled.problems;
}

it('compiles a rubric in order', () => {
  expect(problems({})).toEqual([]);
});

describe('every mistake is named with its place', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    [
      'a fact',
      { facts: { grade: { label: 'G' }, length: 'size(input.esay)', long: 'true' } },
      'facts.length',
      'input.esay',
    ],
    [
      'a fact over the output',
      { facts: { grade: 'output.share', length: '1', long: 'true' } },
      'facts.grade',
      'output is not known here',
    ],
    [
      'a fact that comes later',
      { facts: { grade: 'facts.length', length: '1', long: 'true' } },
      'facts.grade',
      'facts.length is not declared',
    ],
    ['a derived value', { derived: { total: '1 +', verdict: '"x"' } }, 'derived.total', 'Unexpected token'],
    [
      'a derived value that needs itself',
      { derived: { total: 'derived.verdict', verdict: 'derived.total' } },
      'derived.total',
      'derived.total → derived.verdict → derived.total',
    ],
    [
      'a computed field that needs itself',
      { decided: { total: 'output.total + 1' } },
      'decided.total',
      'depends on itself',
    ],
    [
      'a field that does not exist',
      { decided: { nowhere: '1' } },
      'decided.nowhere',
      'the output has no field nowhere',
    ],
    [
      'a condition that is no condition',
      { decided: { label: { when: '"yes"', value: '"GOOD"' } } },
      'decided.label.when',
      'gives a bool',
    ],
    [
      'a reason that is no text',
      { decided: { label: { value: '"GOOD"', because: '1 + 1' } } },
      'decided.label.because',
      'gives a string',
    ],
    [
      'a range of a label',
      { decided: { label: { range: '[0, 1]' } } },
      'decided.label.range',
      'expected a number at label',
    ],
    [
      'a range that is no list',
      { decided: { share: { range: '1' } } },
      'decided.share.range',
      'gives a list',
    ],
    [
      'an assertion',
      { checks: [{ ...check, assert: 'output.shar > 1' }] },
      'checks.a-check.assert',
      'output has no shar',
    ],
    [
      'an assertion that is no condition',
      { checks: [{ ...check, assert: '1' }] },
      'checks.a-check.assert',
      'gives a bool',
    ],
    [
      'a value in a message',
      { checks: [{ ...check, message: 'is {{ output.shar }}' }] },
      'checks.a-check.message',
      'output has no shar',
    ],
    [
      'a message left open',
      { checks: [{ ...check, message: 'is {{ output.share' }] },
      'checks.a-check.message',
      'expected }}',
    ],
    [
      'the headline',
      { headline: { value: 'derived.nothing' } },
      'headline.value',
      'derived.nothing is not declared',
    ],
    [
      'the verdict',
      { headline: { value: '1', verdict: 'nothing' } },
      'headline.verdict',
      'Unknown variable: nothing',
    ],
  ])('%s', (_name, changes, where, message) => {
    const there = problems(changes).filter((problem) => problem.where === where);
    expect(there.map((problem) => problem.message).join('\n')).toContain(message);
  });

  it('names all mistakes at once', () => {
    const changes = { derived: { total: 'x', verdict: 'y' }, headline: { value: 'z' } };
    expect(problems(changes)).toHaveLength(3);
  });
});
