import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findFacts } from '../../../../rubrics/brand-entities/facts';
import { readCsvCases } from '../../../../src/cases/read/csv-cases';
import type { Json } from '../../../../src/kit/json';
import { valueAt } from '../../../../src/rubric/path';

const inputNames = [
  'keyword',
  'title',
  'taxonomy',
  'expected_entities',
  'predicted_entities',
  'predicted_reasoning',
  'predicted_confidence',
  'brand_name',
];
const folder = 'rubrics/brand-entities';
const read = (file: string) => readCsvCases(readFileSync(`${folder}/${file}.csv`, 'utf8'), inputNames);

const gold = read('gold').map(({ id, input, gold: known = {} }) => {
  const { facts, problems } = findFacts(input);
  const values: Json = Object.fromEntries(facts.map(({ name, value }) => [name, value]));
  return {
    id,
    input,
    problems,
    fact: (path: string) => valueAt(values, path),
    known: (path: string) => known[path],
    points: (path: string) => Number(known[path]),
  };
});

const rules = [0, 1, 2, 3];
const ruleAt = (index: number) => `evaluation.rule_compliance.rules.${index}`;

describe.each(gold)('gold $id', ({ input, problems, fact, known, points }) => {
  it('is readable and quotes the lists truly', () => {
    expect(problems).toEqual([]);
    expect(known('evaluation.correctness.output_value')).toBe(input['predicted_entities']);
    expect(known('evaluation.correctness.expected_value')).toBe(input['expected_entities']);
  });

  it('agrees with the facts wherever they decide or bound', () => {
    expect(points('evaluation.correctness.score')).toBeGreaterThanOrEqual(Number(fact('tier.band.0')));
    expect(points('evaluation.correctness.score')).toBeLessThanOrEqual(Number(fact('tier.band.1')));
    if (fact('tier.match') !== null) expect(known('evaluation.correctness.match')).toBe(fact('tier.match'));
    for (const index of rules) {
      for (const key of ['compliant', 'score', 'evidence']) {
        const said = fact(`rule_${index + 1}.${key}`);
        if (said !== undefined) expect(known(`${ruleAt(index)}.${key}`)).toBe(said);
      }
    }
    if (fact('reasoning_empty') === true) {
      expect(known('evaluation.reasoning_quality.chain_of_thought')).toBe(0);
      expect(known('evaluation.reasoning_quality.evidence_usage')).toBe(0);
    }
  });

  it('adds up and ends in the right verdict', () => {
    for (const index of rules) {
      expect(points(`${ruleAt(index)}.score`)).toBe(known(`${ruleAt(index)}.compliant`) === true ? 10 : 0);
    }
    const ruleSum = rules.reduce((sum, index) => sum + points(`${ruleAt(index)}.score`), 0);
    const reasoning = ['chain_of_thought', 'evidence_usage', 'confidence_calibration'];
    const reasoningSum = reasoning.reduce(
      (sum, key) => sum + points(`evaluation.reasoning_quality.${key}`),
      0,
    );
    const correctness = points('evaluation.correctness.score');
    expect(points('evaluation.rule_compliance.score')).toBe(ruleSum);
    expect(points('evaluation.reasoning_quality.score')).toBe(reasoningSum);
    expect(points('total_score')).toBe(correctness + ruleSum + reasoningSum);
    const fails = fact('primary_state') === 'missing' || correctness <= 15 || points('total_score') < 55;
    expect(known('verdict')).toBe(fails ? 'FAIL' : 'PASS');
    expect(known('summary')).toEqual(expect.any(String));
    expect(Array.isArray(known('improvement_suggestions'))).toBe(true);
  });
});

describe('the gold set', () => {
  const values = (path: string) => new Set(gold.map(({ fact }) => fact(path)));

  it('reaches every tier, the borders of coverage and the borders of the count', () => {
    expect(gold.length).toBeGreaterThanOrEqual(12);
    const tiers = ['good', 'some', 'low', 'missing', 'nothing', 'undecided'];
    expect([...values('tier.name')].toSorted()).toEqual(tiers.toSorted());
    expect([...values('coverage')]).toEqual(expect.arrayContaining([0.25, 0.5]));
    expect([...values('count')]).toEqual(expect.arrayContaining([0, 2, 3, 10, 11]));
  });

  it.each(rules)('keeps and breaks rule %i', (index) => {
    const outcomes = new Set(gold.map(({ known }) => known(`${ruleAt(index)}.compliant`)));
    expect(outcomes).toEqual(new Set([true, false]));
  });

  it('passes, fails, and fails in spite of 55 points', () => {
    const ends = gold.map(({ known, points }) => [known('verdict'), points('total_score') >= 55]);
    for (const end of [
      ['PASS', true],
      ['FAIL', false],
      ['FAIL', true],
    ])
      expect(ends).toContainEqual(end);
  });
});

it.each(read('samples'))('sample $id can be read', ({ input }) => {
  expect(findFacts(input).problems).toEqual([]);
  expect(input['title']).not.toBe('');
});
