import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findFacts } from '../../../../rubrics/citation-matching/facts';
import { CEILINGS } from '../../../../rubrics/citation-matching/facts/find-ceilings';
import { ERROR_TYPES } from '../../../../rubrics/citation-matching/facts/error-types';
import { readCsvCases } from '../../../../src/cases/read/csv-cases';
import type { Json } from '../../../../src/kit/json';
import { parseRubric } from '../../../../src/rubric/file/parse-rubric';
import { factAt } from './support/cited-case';

const folder = new URL('../../../../rubrics/citation-matching/', import.meta.url);
const text = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const parsed = parseRubric(text('rubric.md'));
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
const { rubric } = parsed;
const inputNames = rubric.inputs.map((input) => input.name);
const gold = readCsvCases(text('gold.csv'), inputNames);
const samples = readCsvCases(text('samples.csv'), inputNames);

/** Output path → the place among the facts where the program's decision stands. */
const DECISIONS = {
  match_correctness: 'correctness.value',
  correct_decision_id: 'correct_decision.value',
  court_alignment_handling: 'alignment.value',
  cited_court_classification: 'cited_court.classification',
  confidence_calibration: 'calibration.value',
  expected_confidence_range: 'expected_range.value',
  applicable_ceiling: 'ceiling.value',
  reasoning_quality: 'reasoning.value',
} as const;

function decidedFields(input: Record<string, string>): Record<string, Json> {
  const decided: Record<string, Json> = {};
  for (const [path, fact] of Object.entries(DECISIONS)) {
    const value = factAt(input, fact);
    if (value !== undefined) decided[path] = value;
  }
  return decided;
}

function stated(path: string): Json[] {
  return gold.map((row) => row.gold?.[path] ?? null);
}

it('the rubric declares exactly the facts that are found', () => {
  const names = findFacts(gold[0]?.input ?? {}).facts.map((fact) => fact.name);
  expect(names.toSorted()).toEqual(Object.keys(rubric.facts).toSorted());
});

describe.each(gold)('$id: $label', ({ input, gold: claims = {} }) => {
  it('agrees with all that the program decides', () => {
    expect(claims).toMatchObject(decidedFields(input));
  });

  it('states every field', () => {
    expect(Object.keys(claims).toSorted()).toEqual(Object.keys(rubric.output.properties).toSorted());
  });

  it('is read without a problem', () => {
    expect(findFacts(input).problems).toEqual([]);
  });

  it('lists what is certain and nothing that is ruled out', () => {
    expect(claims['errors']).toEqual(expect.arrayContaining([factAt(input, 'certain_errors')].flat()));
    for (const error of [factAt(input, 'impossible_errors')].flat())
      expect(claims['errors']).not.toContain(error);
  });
});

it.each(gold.filter((row) => row.id.startsWith('example-')))(
  'the program decides correctness, class, ceiling, range and calibration of $id',
  ({ input }) => {
    expect(Object.keys(decidedFields(input))).toEqual(
      expect.arrayContaining([
        'match_correctness',
        'correct_decision_id',
        'cited_court_classification',
        'confidence_calibration',
        'expected_confidence_range',
        'applicable_ceiling',
      ]),
    );
  },
);

describe('the gold cases reach', () => {
  const labels = (path: string): string[] => {
    const property = rubric.output.properties[path];
    return property !== undefined && 'enum' in property ? (property.enum ?? []).map(String) : [];
  };
  it.each([
    'match_correctness',
    'court_alignment_handling',
    'cited_court_classification',
    'confidence_calibration',
  ])('every label of %s', (path) => {
    expect(labels(path).length).toBeGreaterThan(2);
    expect(new Set(stated(path))).toEqual(new Set(labels(path)));
  });

  it('every ceiling, and none', () => {
    const texts = Object.values(CEILINGS).map((ceiling) => ceiling.text);
    expect(new Set(stated('applicable_ceiling'))).toEqual(new Set([...texts, null]));
  });

  it('every error type', () => {
    expect(new Set(stated('errors').flat())).toEqual(new Set(ERROR_TYPES));
  });

  it('every level of reasoning', () => {
    expect(new Set(stated('reasoning_quality'))).toEqual(new Set([1, 2, 3, 4, 5]));
  });
});

it('the samples are read without a problem and differ in quality', () => {
  expect(samples.length).toBeGreaterThanOrEqual(8);
  expect(samples.flatMap((sample) => findFacts(sample.input).problems)).toEqual([]);
  const verdicts = new Set(samples.map((sample) => decidedFields(sample.input)['match_correctness']));
  expect(verdicts.size).toBeGreaterThanOrEqual(4);
});
