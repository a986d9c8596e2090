import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statusSchema, type Status } from '../../../../src/judgement/judgement';
import type { Digest } from '../../../../src/judgement/digest';
import { isScored } from '../../../../src/sheet/figures/measure';
import { standingOf } from '../../../../src/sheet/figures/measure';

const sample = (number: number, status: Status) => ({ sample: number, digest: digest(status) });

function digest(status: Status): Digest {
  return {
    status,
    criteria: [],
    failedChecks: [],
    failedErrors: 0,
    problems: false,
    mode: 'model-alone',
    receipt: '',
  };
}

describe('the sample that stands for a case', () => {
  it.each<[string, Status[], number | undefined]>([
    ['the first, where all have a score', ['valid', 'valid'], 0],
    ['the first with a score, where earlier ones failed', ['unscored', 'unscored', 'inconsistent'], 2],
    ['a scored one rather than a partial one', ['partial', 'repaired'], 1],
    ['a partial one rather than one that failed', ['unscored', 'partial'], 1],
    ['the first, where all failed', ['unscored', 'unscored'], 0],
    ['none, where nothing was said', [], undefined],
  ])('is %s', (_, statuses, expected) => {
    expect(standingOf(statuses.map((status, number) => sample(number, status)))?.sample).toBe(expected);
  });

  it('does not depend on the order in which replies came, and is unscored only where all are', () => {
    const samples = fc
      .array(fc.constantFrom(...statusSchema.options), { minLength: 1, maxLength: 25 })
      .map((statuses) => statuses.map((status, number) => sample(number, status)));
    const shuffled = samples.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        const standing = standingOf(all);
        expect(standingOf(other)).toBe(standing);
        expect(standing && isScored(standing.digest.status)).toBe(
          all.some(({ digest: { status } }) => isScored(status)),
        );
      }),
    );
  });
});
