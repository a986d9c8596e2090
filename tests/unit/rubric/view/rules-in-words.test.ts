import { describe, expect, it } from 'vitest';
import { rubricsUnderTest, ruleFor } from '../../../contracts/support/rubric-cases';
import { decidedInWords } from '../../../../src/rubric/view/rules-in-words';

describe('decidedInWords', () => {
  it.each(rubricsUnderTest)('$id: no line shows a path', ({ rubric }) => {
    for (const { label } of decidedInWords(rubric)) expect(label).not.toMatch(/[._›]|\d/);
  });

  it('brands: one line per rule, and the verdict with its rule', () => {
    const lines = decidedInWords(ruleFor('brand-entities').rubric);
    expect(lines.filter(({ label }) => label.endsWith('Include Original Brand'))).toHaveLength(1);
    const verdict = lines.find(({ label }) => label === 'Verdict');
    expect(verdict?.how).toBe('computed');
    expect(verdict?.reason).toContain('55');
  });
});
