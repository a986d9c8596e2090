import { describe, expect, it } from 'vitest';
import { english } from '../../../../rubrics/citation-matching/facts/words';
import { ERROR_TYPES } from '../../../../rubrics/citation-matching/facts/error-types';
import { ruleFor } from '../../../contracts/support/rubric-cases';
import { factAt } from './support/cited-case';

const { rubric, gold, samples } = ruleFor('citation-matching');

const stated = (path: string) => gold.map((row) => row.gold?.[path] ?? null);

// That gold replies agree with all that the program decides is a contract of every rubric.
it.each(gold)(
  '$id lists the errors that are certain, and none that is ruled out',
  ({ input, gold: claims }) => {
    expect(claims?.['errors']).toEqual(expect.arrayContaining([factAt(input, 'certain_errors')].flat()));
    for (const error of [factAt(input, 'impossible_errors')].flat())
      expect(claims?.['errors']).not.toContain(error);
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
    const texts = Object.values(english.ceilings);
    expect(new Set(stated('applicable_ceiling'))).toEqual(new Set([...texts, null]));
  });

  it('every error type', () => {
    expect(new Set(stated('errors').flat())).toEqual(new Set(ERROR_TYPES));
  });

  it('every level of reasoning', () => {
    expect(new Set(stated('reasoning_quality'))).toEqual(new Set([1, 2, 3, 4, 5]));
  });
});

it('the samples differ in quality', () => {
  const labels = new Set(samples.map(({ input }) => factAt(input, 'correctness.value')));
  expect(labels.size).toBeGreaterThanOrEqual(4);
});
