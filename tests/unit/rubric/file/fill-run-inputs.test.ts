import { expect, it } from 'vitest';
import { fillRunInputs } from '../../../../src/rubric/file/fill-run-inputs';
import { parseRubric } from '../../../../src/rubric/file/parse-rubric';
import { exampleYaml, fileOf } from './example-contract';

const text = fileOf(
  exampleYaml.replace(
    /^inputs:\n/m,
    `inputs:
  # The same for all.
  - { name: house_rules, label: House rules, per: run, required: false }
`,
  ),
);

it.each(['Be kind.', 'a: b\n---\n# no comment\n', '"', ''])('fills in %j and keeps the rest', (value) => {
  const filled = fillRunInputs(text, { house_rules: value, answer: 'is no per-run input' });
  const [before, after] = [parseRubric(text), parseRubric(filled)];
  if (!before.ok || !after.ok) throw new Error(JSON.stringify([before, after]));
  expect(after.rubric).toEqual({
    ...before.rubric,
    version: '1.0.1',
    run_inputs: before.rubric.run_inputs?.map((input) => ({ ...input, value })),
  });
  expect(filled).toContain('# The same for all.');
});
