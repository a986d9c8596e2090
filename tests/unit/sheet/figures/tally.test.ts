import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statusSchema, type Status } from '../../../../src/judgement/judgement';
import type { Findings } from '../../../../src/judgement/digest';
import { measureCase, type Measured } from '../../../../src/sheet/figures/measure';
import { CaseTally, headlineFigures, Tally } from '../../../../src/sheet/figures/tally';
import { smallRubric } from '../../judgement/small-rubric';

const measured = (change: Partial<Measured>): Measured => ({
  status: 'valid',
  scored: true,
  score: 50,
  verdict: 'PASS',
  criteria: [10],
  failedChecks: [],
  failedErrors: 0,
  why: null,
  askedModel: true,
  ...change,
});

function tallyOf(...changes: Partial<Measured>[]): Tally {
  const tally = new Tally();
  for (const change of changes) tally.add(measured(change));
  return tally;
}
const times = (count: number, change: Partial<Measured>) => Array.from({ length: count }, () => change);

const anyMeasured = fc.record({
  status: fc.constantFrom(...statusSchema.options),
  scored: fc.boolean(),
  score: fc.option(fc.integer({ min: 0, max: 100 })),
  verdict: fc.option(fc.constantFrom('PASS', 'FAIL', 'MAYBE')),
  criteria: fc.tuple(fc.option(fc.integer({ min: 0, max: 5 })), fc.option(fc.integer({ min: 0, max: 5 }))),
  failedChecks: fc.uniqueArray(fc.constantFrom('a', 'b')),
  failedErrors: fc.nat(3),
  why: fc.option(
    fc.record({
      reason: fc.constantFrom('refused' as const, 'invalid' as const),
      cause: fc.option(fc.constantFrom('misfit', 'broken')),
    }),
  ),
  askedModel: fc.boolean(),
});

describe('tally', () => {
  it('counts every status and leaves partial and unscored ones out of means and rates', () => {
    const summary = tallyOf(
      ...times(6, { score: 80 }),
      ...times(3, { status: 'partial', scored: false, score: 0, verdict: 'FAIL' }),
      ...times(2, { status: 'unscored', scored: false, score: null, verdict: null, criteria: [] }),
    ).summary();
    expect(summary.statuses).toEqual([
      { status: 'valid', count: 6 },
      { status: 'partial', count: 3 },
      { status: 'unscored', count: 2 },
    ]);
    expect(summary.score).toMatchObject({ count: 6, value: 80 });
    expect(summary.criteria).toMatchObject([{ count: 6, value: 10 }]);
    expect(summary.passed).toMatchObject({ met: 6, count: 6 });
    expect(summary.judged).toBe(11);
  });

  it('counts why cases are unscored, by reason and by what exactly went wrong', () => {
    const why = (reason: 'invalid' | 'refused', cause: string | null) => ({ why: { reason, cause } });
    const counted = tallyOf(
      why('invalid', 'broken'),
      {},
      ...times(2, why('invalid', 'misfit')),
      why('refused', null),
    );
    expect(counted.summary().unscored).toEqual([
      { reason: 'invalid', cause: 'misfit', count: 2 },
      { reason: 'invalid', cause: 'broken', count: 1 },
      { reason: 'refused', cause: null, count: 1 },
    ]);
  });

  it.each([
    ['a word that means nothing everywhere', ['MAYBE', 'MAYBE'], null],
    ['a word beside known ones counts as not passed', ['CORRECT', 'PARTIALLY_CORRECT'], { met: 1, count: 2 }],
  ])('%s', (_, verdicts, passed) => {
    const summary = tallyOf(...verdicts.map((verdict) => ({ verdict }))).summary();
    if (passed === null) expect(summary.passed).toBeNull();
    else expect(summary.passed).toMatchObject(passed);
  });

  it('counts statements that do not hold, the cases they are in, and passes among those', () => {
    const { contradictions, passedInconsistent } = tallyOf(
      {},
      { status: 'inconsistent', failedErrors: 3 },
      { status: 'inconsistent', failedErrors: 2, verdict: 'FAIL' },
    ).summary();
    expect(contradictions).toEqual({ count: 5, cases: 2 });
    expect(passedInconsistent).toBe(1);
  });

  it('says that no model was asked only when none was', () => {
    expect(tallyOf({ askedModel: false }).summary().rulesOnly).toBe(true);
    expect(tallyOf({ askedModel: false }, {}).summary().rulesOnly).toBe(false);
    expect(tallyOf().summary().rulesOnly).toBe(false);
  });

  it('taking out what was put in leaves what was there', () => {
    fc.assert(
      fc.property(fc.array(anyMeasured), fc.array(anyMeasured), (kept, gone) => {
        const tally = tallyOf(...kept, ...gone);
        for (const each of gone) tally.remove(each);
        const expected = tallyOf(...kept).summary();
        const { criteria, ...rest } = tally.summary();
        const { criteria: expectedCriteria, ...expectedRest } = expected;
        expect(rest).toEqual(expectedRest);
        expect(criteria.filter(({ count }) => count > 0)).toEqual(
          expectedCriteria.filter(({ count }) => count > 0),
        );
      }),
    );
  });
});

describe('headline numbers of a stored run', () => {
  it.each([
    ['nothing scored', null, null, { score: null, passed: null }],
    [
      'too few for a mean or a share',
      { mean: 4.3, count: 3 },
      { share: 2 / 3, count: 3 },
      {
        score: { count: 3, value: null, decimals: 0 },
        passed: { met: 2, count: 3, value: null, decimals: 0 },
      },
    ],
    [
      'points to a hundred earn no decimal soon',
      { mean: 81.234, count: 1152 },
      { share: 856 / 1152, count: 1152 },
      { score: { count: 1152, value: 81.234, decimals: 0 }, passed: { met: 856, count: 1152 } },
    ],
    [
      'a scale of five earns one',
      { mean: 3.9, count: 40 },
      null,
      { score: { count: 40, value: 3.9, decimals: 1 }, passed: null },
    ],
  ])('%s', (_, score, passed, expected) => {
    expect(headlineFigures({ score, passed })).toMatchObject(expected);
  });
});

const rubric = smallRubric();
const value = (of: number) => ({ kind: 'value', value: of }) as const;

function digest(status: Status, score?: number, verdict?: string, failedChecks: string[] = []): Findings {
  const known = score === undefined ? undefined : value(score);
  return {
    status,
    ...(known && { score: known }),
    ...(verdict !== undefined && { verdict: { kind: 'value', value: verdict } }),
    criteria: [known ?? null],
    failedChecks,
    failedErrors: failedChecks.length,
    problems: false,
    mode: 'model-alone',
  };
}

describe('a case that was asked several times', () => {
  it.each([
    [
      'has the means of its scored samples and the verdict of most',
      [digest('valid', 2, 'PASS'), digest('repaired', 4, 'FAIL'), digest('valid', 6, 'PASS')],
      { status: 'valid', score: 4, criteria: [4], verdict: 'PASS' },
    ],
    [
      'has the means of what can be upheld',
      [digest('valid', 2, 'PASS'), { ...digest('inconsistent', 6, 'PASS'), upheld: [value(1)] }],
      { criteria: [1.5] },
    ],
    [
      'has what can be upheld where it was asked once',
      [{ ...digest('inconsistent', 6, 'PASS'), upheld: [value(1)] }],
      { criteria: [1] },
    ],
    [
      'has no number where what can be upheld is open',
      [{ ...digest('inconsistent', 6, 'PASS'), upheld: [{ kind: 'range', min: 1, max: 3 } as const] }],
      { criteria: [null] },
    ],
    [
      'has no verdict on a tie',
      [digest('valid', 2, 'PASS'), digest('valid', 4, 'FAIL')],
      { score: 3, verdict: null },
    ],
    [
      'is not drawn down by samples that failed',
      [digest('unscored'), digest('inconsistent', 8, 'PASS', ['total']), digest('partial', 2, 'FAIL')],
      { status: 'inconsistent', score: 8, verdict: 'PASS', failedChecks: ['total'] },
    ],
    ['has none where all failed', [digest('unscored'), digest('unscored')], { scored: false, score: null }],
    [
      'is what the partial one says where none is scored',
      [digest('unscored'), digest('partial', 2, 'FAIL')],
      { status: 'partial', scored: false, verdict: 'FAIL' },
    ],
  ])('%s', (_, digests, measured) => {
    expect(measureCase(rubric, digests)).toMatchObject(measured);
  });
});

it('counts each case once, whatever comes of its samples in which order', () => {
  const result = fc.record({
    caseKey: fc.nat(5),
    sample: fc.nat(3),
    digest: fc
      .tuple(fc.constantFrom<Status[]>('valid', 'unscored', 'partial'), fc.nat(10))
      .map(([status, score]) => (status === 'unscored' ? digest(status) : digest(status, score, 'PASS'))),
  });
  fc.assert(
    fc.property(fc.array(result), (results) => {
      const tally = new CaseTally(rubric);
      for (const one of results) tally.set(one, one.digest);
      const newest = new Map(results.map((one) => [`${one.caseKey}/${one.sample}`, one]));
      const fresh = new CaseTally(rubric);
      for (const one of newest.values()) fresh.set(one, one.digest);
      const { score, ...counts } = tally.counts();
      const { score: freshScore, ...freshCounts } = fresh.counts();
      expect(counts).toEqual(freshCounts);
      expect(counts.done).toBe(new Set(results.map(({ caseKey }) => caseKey)).size);
      expect(score?.mean ?? 0).toBeCloseTo(freshScore?.mean ?? 0, 9);
    }),
  );
});
