import { describe, expect, it } from 'vitest';
import { rubricChanges } from '../../../src/compare/run-differences';
import { essayRubric } from '../rubric/program/rubric-fixture';

const essay = essayRubric();
const total = 'output.style.score + sum(output.rules.map(r, r.score))';

describe('rubricChanges', () => {
  it.each([
    ['nothing', {}, []],
    ['a label alone', { derived: { ...essay.derived, total } }, []],
    ['the title alone', { title: 'Other' }, []],
    [
      'a derived value',
      { derived: { ...essay.derived, total: 'output.style.score' } },
      [{ part: 'derived', name: 'total', change: 'changed' }],
    ],
    [
      'derived values come and go',
      {
        derived: { total, grade: 'output.label' },
        headline: { value: 'derived.total', max: 60 },
        decided: essay.decided,
      },
      [
        { part: 'derived', name: 'verdict', change: 'removed' },
        { part: 'derived', name: 'grade', change: 'added' },
        { part: 'headline', name: 'verdict', change: 'removed' },
      ],
    ],
    [
      'a check',
      { checks: essay.checks.map((check) => ({ ...check, severity: 'warning' })) },
      [{ part: 'check', name: 'met-means-ten', change: 'changed' }],
    ],
    [
      'a level',
      { criteria: essay.criteria.map((criterion) => ({ ...criterion, levels: [{ at: 1, name: 'Poor' }] })) },
      [
        { part: 'criterion', name: 'style', change: 'changed' },
        { part: 'criterion', name: 'label', change: 'changed' },
      ],
    ],
    [
      'a fact',
      { facts: { ...essay.facts, long: 'facts.length > 9' } },
      [{ part: 'fact', name: 'long', change: 'changed' }],
    ],
    [
      'what the program decides',
      { decided: { ...essay.decided, total: 'derived.total + 1.0' } },
      [{ part: 'decided', name: 'total', change: 'changed' }],
    ],
    ['the language', { language: 'ko' }, [{ part: 'language', name: null, change: 'changed' }]],
  ])('%s', (_, changes, expected) => {
    expect(rubricChanges(essay, essayRubric(changes))).toEqual(expected);
  });

  it('the prompt', () => {
    const other = { ...essay, prompt: 'Judge {{essay}} well.' };
    expect(rubricChanges(essay, other)).toEqual([{ part: 'prompt', name: null, change: 'changed' }]);
  });
});
