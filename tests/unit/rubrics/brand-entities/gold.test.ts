import { describe, expect, it } from 'vitest';
import { valueAt } from '../../../../src/rubric/path';
import type { Json } from '../../../../src/kit/json';
import { ruleFor } from '../../../contracts/support/rubric-cases';
import { findFacts } from '../../../../rubrics/brand-entities/facts';

const gold = ruleFor('brand-entities').gold.map(({ input, gold: known = {} }) => {
  const values: Json = Object.fromEntries(findFacts(input).facts.map(({ name, value }) => [name, value]));
  return { fact: (path: string) => valueAt(values, path), known: (path: string) => known[path] };
});

// That gold replies add up and agree with the program is a contract of every rubric.
describe('the gold set', () => {
  const values = (path: string) => new Set(gold.map(({ fact }) => fact(path)));

  it('reaches every tier, the borders of coverage and the borders of the count', () => {
    expect(gold.length).toBeGreaterThanOrEqual(12);
    const tiers = ['good', 'some', 'low', 'missing', 'nothing', 'undecided'];
    expect([...values('tier.name')].toSorted()).toEqual(tiers.toSorted());
    expect([...values('coverage')]).toEqual(expect.arrayContaining([0.25, 0.5]));
    expect([...values('count')]).toEqual(expect.arrayContaining([0, 2, 3, 10, 11]));
  });

  it.each([0, 1, 2, 3])('keeps and breaks rule %i', (index) => {
    const outcomes = new Set(
      gold.map(({ known }) => known(`evaluation.rule_compliance.rules.${index}.compliant`)),
    );
    expect(outcomes).toEqual(new Set([true, false]));
  });

  it('passes, fails, and fails in spite of 55 points', () => {
    const ends = gold.map(({ known }) => [known('verdict'), Number(known('total_score')) >= 55]);
    for (const end of [
      ['PASS', true],
      ['FAIL', false],
      ['FAIL', true],
    ])
      expect(ends).toContainEqual(end);
  });
});
