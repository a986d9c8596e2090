import { expect, it } from 'vitest';
import type { Known } from '../../../../src/rubric/values';
import type { Digest } from '../../../../src/judgement/digest';
import { repeatsIn } from '../../../../src/sheet/figures/repeats';
import { smallRubric } from '../../judgement/small-rubric';

const rubric = smallRubric({
  criteria: [
    { id: 'score', label: 'Score', score: 'score', max: 10 },
    { id: 'grade', label: 'Grade', choice: 'grade' },
  ],
});
const value = (of: string | number): Known => ({ kind: 'value', value: of });
const undecided: Known = { kind: 'undecided' };
const sample = (number: number, change: Partial<Digest>) => ({
  sample: number,
  at: { run: 'a', place: number },
  digest: {
    status: 'valid' as const,
    criteria: [undecided, undecided],
    failedChecks: [],
    failedErrors: 0,
    problems: false,
    mode: 'model-alone' as const,
    receipt: '',
    ...change,
  },
});

it('headline and verdict come first and have the page’s words, criteria have the rubric’s', () => {
  const table = repeatsIn(rubric, [
    sample(0, { score: value(2), verdict: value('PASS'), criteria: [value(2), value('A')] }),
    sample(1, { score: value(4), verdict: value('FAIL'), criteria: [value(4), value('A')] }),
    sample(2, { status: 'unscored' }),
  ]);
  expect(table).toMatchObject({ samples: 3, scored: 2 });
  expect(table.rows.map(({ id, label }) => [id, label])).toEqual([
    ['score', null],
    ['verdict', null],
    ['criterion:score', 'Score'],
    ['criterion:grade', 'Grade'],
  ]);
  expect(table.rows.map(({ spread }) => spread?.mean)).toEqual([3, undefined, 3, undefined]);
  expect(table.rows.map(({ vote }) => vote?.kind)).toEqual([undefined, 'tie', undefined, 'majority']);
});

it('has no line for what no sample says', () => {
  const table = repeatsIn(rubric, [sample(0, { criteria: [undecided, value('B')] })]);
  expect(table.rows.map(({ id }) => id)).toEqual(['criterion:grade']);
  expect(repeatsIn(rubric, [])).toEqual({ samples: 0, scored: 0, rows: [] });
});
