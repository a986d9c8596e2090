import { describe, expect, it } from 'vitest';
import { screenWords } from '../../../../src/i18n/en/screens';
import { formulaOf, scoreSteps } from '../../../../src/rubric/view/formula';
import { rubricsUnderTest, ruleFor } from '../../../contracts/support/rubric-cases';

const words = screenWords.rubrics.formula;
const { rubric: brand } = ruleFor('brand-entities');

describe('formulaOf', () => {
  it.each([
    ['derived.correctness + derived.rules_total', 'Correctness + Rule compliance'],
    ['output.evaluation.rule_compliance.rules[3].score * 2', 'Reasonable count × 2'],
    ['round(mean([derived.total, derived.correctness]), 2)', 'average of Total, Correctness'],
    ['min([derived.total,\n  derived.correctness])', 'lowest of Total, Correctness'],
    ['derived.total < 55 ? "FAIL" : "PASS"', 'Fail if Total < 55; otherwise Pass'],
    ['facts.primary_state == "missing"', null],
    ['derived.total >= 55 && facts.count == 3', 'Total ≥ 55 and Number of entries = 3'],
    ['facts.tier != null ? facts.tier.match : output.verdict', words.factsFirst],
    ['size(output.improvement_suggestions)', null],
    ['output.unknown + 1', null],
    ['facts.tier != null', null],
  ])('%s', (expression, expected) => {
    expect(formulaOf(brand, expression, words)).toBe(expected);
  });
});

describe('scoreSteps', () => {
  it.each(rubricsUnderTest)('$id: ends with the score or the verdict, and shows no path', ({ rubric }) => {
    const steps = scoreSteps(rubric, words);
    expect(steps.length).toBeGreaterThan(0);
    for (const { label, formula } of steps) expect(`${label} = ${formula}`).not.toMatch(/\w[._[]\w|null/);
  });

  it('calls a verdict that stands beside the score by its own name', () => {
    const { rubric } = ruleFor('citation-matching');
    const headline = { ...rubric.headline, label: 'Reasoning', verdict: 'output.match_correctness' };
    const own = rubric.criteria.find(({ id }) => id === 'match_correctness')?.label;
    expect(scoreSteps({ ...rubric, headline }, words).map(({ label }) => label)).toEqual(['Reasoning', own]);
  });

  it('shows a label once that is score and verdict in one', () => {
    const { rubric } = ruleFor('citation-matching');
    const value = 'output.match_correctness';
    const headline = { value, verdict: value };
    const names = scoreSteps({ ...rubric, headline }, words).map(({ name }) => name);
    expect(names).toEqual([value]);
  });

  it('brands: parts before their sum, and the rubric’s own words beside it', () => {
    const steps = scoreSteps(brand, words);
    const names = steps.map(({ name }) => name);
    expect(names.indexOf('rules_total')).toBeLessThan(names.indexOf('total'));
    expect(names.at(-1)).toBe('verdict');
    expect(steps.at(-1)?.inWords).toContain('55');
  });
});
