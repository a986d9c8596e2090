import { describe, expect, it } from 'vitest';
import { parseRubric } from '../../../src/core/rubric/parse-rubric';
import { rubricFromContract } from '../../../src/core/rubric/rubric-from-contract';

const imported = import.meta.glob<{ contract: unknown; prompt: string }>('../../../rubrics/*/rubric.md', {
  eager: true,
  import: 'default',
});
const texts = import.meta.glob<string>('../../../rubrics/*/rubric.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

describe('a rubric file imported as a module', () => {
  it('is there', () => {
    expect(Object.keys(imported).length).toBeGreaterThan(0);
  });

  it.each(Object.entries(imported))('%s is the rubric that its text is', (file, { contract, prompt }) => {
    const fromModule = rubricFromContract(contract, prompt);
    expect(fromModule.ok).toBe(true);
    expect(fromModule).toEqual(parseRubric(texts[file] ?? ''));
  });
});
