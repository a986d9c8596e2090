import { describe, expect, it } from 'vitest';
import type { Known } from '../../../../src/rubric/values';
import type { Digest } from '../../../../src/judgement/digest';
import { repeatsIn, repeatsOf } from '../../../../src/sheet/figures/repeats';
import { smallRubric } from '../../judgement/small-rubric';

const rubric = smallRubric({
  criteria: [
    { id: 'score', label: 'Score', score: 'score', max: 10 },
    { id: 'grade', label: 'Grade', choice: 'grade' },
  ],
});
const value = (of: string | number): Known => ({ kind: 'value', value: of });
const sample = (score: number, verdict: string, change: Partial<Digest> = {}): Digest => ({
  status: 'valid',
  score: value(score),
  verdict: value(verdict),
  criteria: [value(score), value(verdict)],
  failedChecks: [],
  failedErrors: 0,
  problems: false,
  mode: 'model-alone',
  receipt: 'r',
  ...change,
});
const unscored = sample(99, 'FAIL', { status: 'unscored' });
const partial = sample(99, 'FAIL', { status: 'partial' });

describe('samples of a case', () => {
  it('have a mean and a spread, and what has no score is counted apart', () => {
    const repeats = repeatsOf(rubric, [
      sample(2, 'PASS'),
      unscored,
      sample(4, 'FAIL'),
      partial,
      sample(9, 'PASS'),
    ]);
    const spread = { count: 3, mean: 5, deviation: Math.sqrt(13), min: 2, max: 9 };
    const vote = { kind: 'majority', value: 'PASS', count: 2, of: 3 };
    expect(repeats).toEqual({
      samples: 5,
      scored: 3,
      partial: 1,
      unscored: 1,
      score: spread,
      verdict: vote,
      criteria: [
        { kind: 'points', spread },
        { kind: 'label', vote },
      ],
    });
  });

  it.each<[string, string[], unknown]>([
    ['one says it', ['A'], { kind: 'majority', value: 'A', count: 1, of: 1 }],
    ['the most frequent wins', ['A', 'B', 'B', 'C'], { kind: 'majority', value: 'B', count: 2, of: 4 }],
    ['equally many', ['B', 'A', 'C', 'A', 'B'], { kind: 'tie', values: ['A', 'B'], count: 2, of: 5 }],
    ['nobody', [], null],
  ])('vote: %s', (_, verdicts, vote) => {
    expect(
      repeatsOf(
        rubric,
        verdicts.map((verdict) => sample(1, verdict)),
      ).verdict,
    ).toEqual(vote);
  });

  it('a single number has no spread, an open field no number', () => {
    const open = sample(3, 'PASS', { score: { kind: 'range', min: 0, max: 9 }, criteria: [null, null] });
    expect(repeatsOf(rubric, [sample(3, 'PASS'), open])).toMatchObject({
      scored: 2,
      score: { count: 1, mean: 3, deviation: null },
      criteria: [{ spread: { count: 1 } }, { vote: { of: 1 } }],
    });
    expect(repeatsOf(rubric, [unscored])).toMatchObject({ scored: 0, score: null, verdict: null });
  });
});

describe('the table of samples', () => {
  const tableOf = (...digests: Digest[]) =>
    repeatsIn(
      rubric,
      digests.map((digest) => ({ digest })),
    );

  it('has headline and verdict first with the page’s words, and criteria with the rubric’s', () => {
    const table = tableOf(sample(2, 'PASS'), sample(4, 'FAIL'), unscored);
    expect(table).toMatchObject({ samples: 3, scored: 2 });
    expect(table.rows.map(({ id, label }) => [id, label])).toEqual([
      ['score', null],
      ['verdict', null],
      ['criterion:score', 'Score'],
      ['criterion:grade', 'Grade'],
    ]);
    expect(table.rows.map(({ spread }) => spread?.mean)).toEqual([3, undefined, 3, undefined]);
    expect(table.rows.map(({ vote }) => vote?.kind)).toEqual([undefined, 'tie', undefined, 'tie']);
  });

  it('has no line for what no sample says', () => {
    const undecided: Known = { kind: 'undecided' };
    const criteria = [undecided, value('B')];
    const table = tableOf(sample(0, '', { score: undecided, verdict: undecided, criteria }));
    expect(table.rows.map(({ id }) => id)).toEqual(['criterion:grade']);
    expect(tableOf()).toEqual({ samples: 0, scored: 0, rows: [] });
  });
});
