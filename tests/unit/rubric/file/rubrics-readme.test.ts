import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileRubric } from '../../../../src/rubric/program/compile-rubric';
import { rubricContractSchema } from '../../../../src/rubric/rubric';
import { parseRubric } from '../../../../src/rubric/file/parse-rubric';

const folder = new URL('../../../../rubrics/', import.meta.url);
const readme = readFileSync(new URL('README.md', folder), 'utf8');
const example = /```markdown\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
const rubricFiles = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /[\\/]rubric\.md$/.test(file),
);

describe('rubrics/README.md', () => {
  it('has an example that is a rubric, down to its expressions', () => {
    const result = parseRubric(example);
    expect(result.ok ? [] : result.problems).toEqual([]);
    const compiled = result.ok ? compileRubric(result.rubric) : null;
    expect(compiled?.ok === false ? compiled.problems : []).toEqual([]);
  });

  it.each(Object.keys(rubricContractSchema.shape))('explains the key %s', (key) => {
    expect(readme).toMatch(new RegExp(`^\\| \`${key}\``, 'm'));
  });
});

it.each(rubricFiles)('rubrics/%s can be read without a problem', (file) => {
  const result = parseRubric(readFileSync(new URL(file, folder), 'utf8'));
  expect(result.ok ? [] : result.problems).toEqual([]);
});
