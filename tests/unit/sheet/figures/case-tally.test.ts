import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Status } from '../../../../src/judgement/judgement';
import type { Findings } from '../../../../src/judgement/digest';
import { CaseTally } from '../../../../src/sheet/figures/tally';
import { measureCase } from '../../../../src/sheet/figures/measure';
import { smallRubric } from '../../judgement/small-rubric';

const rubric = smallRubric();

function digest(status: Status, score?: number, verdict?: string, failedChecks: string[] = []): Findings {
  const value = score === undefined ? undefined : ({ kind: 'value', value: score } as const);
  return {
    status,
    ...(value && { score: value }),
    ...(verdict !== undefined && { verdict: { kind: 'value', value: verdict } }),
    criteria: [value ?? null],
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
