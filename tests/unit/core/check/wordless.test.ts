import { expect, it } from 'vitest';
import { compileRubric } from '../../../../src/core/check/compile-rubric';
import { pointsRubric } from '../../state/stored-runs';

it.each([
  ['fails and breaks in its words', 0, 1],
  ['fails', 4, 0],
  ['passes', 9, 0],
])('a check that %s comes to the same where nobody reads its words', (_, depth, broken) => {
  const check = { id: 'deep', title: 'Deep', severity: 'warning', assert: 'output.depth > 5' };
  const rubric = pointsRubric({
    checks: [{ ...check, message: 'Twelve by {{ 12 / output.depth }}.' }],
    decided: { style: { value: 'output.depth', because: '"as deep"' } },
  });
  const compiled = compileRubric(rubric);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const scope = { input: { text: '' }, facts: [], output: { style: 3, depth }, decided: [], comparing: true };
  const worded = compiled.program.assess(scope);
  const wordless = compiled.program.assess({ ...scope, wordless: true });
  expect(worded.broken).toHaveLength(broken);
  const unsaid = worded.checks.map((one) => ({
    ...one,
    title: one.id === 'deep' ? one.title : '',
    message: one.outcome === 'passed' && one.id === 'deep' ? one.message : '',
  }));
  expect(wordless).toEqual({ ...worded, checks: unsaid });
});
