import { describe, expect, it } from 'vitest';
import { compileRubric, expressionProblems } from '../../../../src/rubric/program/compile-rubric';
import type { ExpressionProblem } from '../../../../src/rubric/program/failure';
import { essayRubric } from './rubric-fixture';

const check = {
  id: 'a-check',
  title: 'A check',
  severity: 'error',
  assert: 'true',
  message: 'No.',
};

const facts = { grade: { label: 'G' }, length: '1', long: 'true' };
const circle = { total: 'derived.verdict', verdict: 'derived.total' };

function problems(changes: Record<string, unknown>): ExpressionProblem[] {
  const compiled = compileRubric(essayRubric(changes));
  return compiled.ok ? [] : compiled.problems;
}

it('compiles a rubric in order', () => {
  expect(problems({})).toEqual([]);
});

// Other mistakes are shown with their line in the tests of rubric files.
describe('every mistake is named with its place', () => {
  it.each<[Record<string, unknown>, where: string, message: string]>([
    [{ facts: { ...facts, grade: 'output.share' } }, 'facts.grade', 'output is not known here'],
    [{ facts: { ...facts, grade: 'facts.length' } }, 'facts.grade', 'facts.length is not declared'],
    [{ derived: circle }, 'derived.total', 'derived.total → derived.verdict → derived.total'],
    [{ decided: { total: 'output.total + 1' } }, 'decided.total', 'depends on itself'],
    [{ decided: { nowhere: '1' } }, 'decided.nowhere', 'the output has no field nowhere'],
    [{ decided: { label: { value: '"GOOD"', because: '1' } } }, 'decided.label.because', 'gives a string'],
    [{ decided: { label: { range: '[0, 1]' } } }, 'decided.label.range', 'expected a number at label'],
    [{ checks: [{ ...check, message: 'is {{ output.share' }] }, 'checks.a-check.message', 'expected }}'],
    [{ headline: { value: '1', verdict: 'nothing' } }, 'headline.verdict', 'Unknown variable: nothing'],
  ])('%j: %s', (changes, where, message) => {
    const there = problems(changes).filter((problem) => problem.where === where);
    expect(there.map((problem) => problem.message).join('\n')).toContain(message);
  });

  it('names all mistakes at once', () => {
    const changes = { derived: { total: 'x', verdict: 'y' }, headline: { value: 'z' } };
    expect(problems(changes)).toHaveLength(3);
  });
});

describe('statements', () => {
  const problemsOf = (statement: object) => {
    const base = { id: 's', title: 'S', about: 'style.rationale', reads: ['{n} words'], message: 'M.' };
    return expressionProblems(essayRubric({ statements: [{ ...base, assert: 'true', ...statement }] })).map(
      ({ where, message }) => `${where}: ${message}`,
    );
  };

  it.each<[object, string]>([
    [{ reads: ['{n} words', '({n} lines'] }, 'statements.s.reads.1: expected )'],
    [{ assert: 'stated.m == 1' }, 'statements.s.assert: stated.m is not declared; declared are: n'],
    [{ message: 'Says {{ stated.n.' }, 'statements.s.message: expected }}'],
  ])('%j is refused', (statement, words) => {
    expect(problemsOf(statement)).toEqual([expect.stringContaining(words)]);
  });

  it('alone have what was stated', () => {
    const rubric = essayRubric({ derived: { total: 'stated.n' }, decided: {}, headline: { value: '1' } });
    expect(expressionProblems(rubric)).toMatchObject([{ message: 'stated is not known here' }]);
  });
});
