import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nothingSpent } from '../../../../src/judgement/spending';
import { RunProgress } from '../../../../src/sheet/run/run-head';

const results = (count: number, status: 'valid' | 'unscored' = 'valid') =>
  Array.from({ length: count }, () => ({ digest: { status } }));

function progressOf(total: number, done = 0) {
  const time = { now: 1_000_000 };
  const start = { total, done, failed: 0, spending: nothingSpent };
  const progress = new RunProgress(start, () => time.now);
  /** `count` results after `milliseconds`. */
  const come = (milliseconds: number, count: number, status: 'valid' | 'unscored' = 'valid') => {
    time.now += milliseconds;
    progress.add(results(count, status), nothingSpent);
  };
  return { time, progress, come };
}

describe('progress', () => {
  it('counts what is done and what failed, and takes spending as it is told', () => {
    const { progress, come } = progressOf(10, 2);
    come(1, 3);
    come(1, 1, 'unscored');
    const spending = { ...nothingSpent, cost: { amount: 2, currency: 'USD' } };
    progress.add([], spending);
    expect(progress.look()).toMatchObject({ done: 6, total: 10, failed: 1, cost: { amount: 2 } });
  });

  it.each<[string, [number, number][], number | null, number | null]>([
    ['nothing yet', [], null, null],
    ['too few to tell', [[5000, 2]], null, null],
    ['too soon to tell', [[900, 50]], null, null],
    [
      'steady',
      [
        [1000, 10],
        [1000, 10],
      ],
      10,
      8000,
    ],
    [
      'the recent past counts',
      [
        [10_000, 10],
        [35_000, 20],
        [35_000, 70],
      ],
      2,
      0,
    ],
    [
      'slow ones are not forgotten',
      [
        [60_000, 2],
        [60_000, 2],
        [60_000, 2],
      ],
      1 / 30,
      94 * 30_000,
    ],
  ])('tells rate and time left: %s', (_, arrivals, perSecond, left) => {
    const { progress, come } = progressOf(100);
    for (const [milliseconds, count] of arrivals) come(milliseconds, count);
    const told = progress.look();
    if (perSecond === null) expect(told).toMatchObject({ perSecond, millisecondsLeft: left });
    else {
      expect(told.perSecond).toBeCloseTo(perSecond, 6);
      expect(told.millisecondsLeft).toBeCloseTo(left ?? NaN, 3);
    }
  });

  it('sinks while nothing comes', () => {
    const { time, progress, come } = progressOf(100);
    come(10_000, 50);
    expect(progress.look()).toMatchObject({ perSecond: 5, millisecondsLeft: 10_000 });
    time.now += 10_000;
    expect(progress.look().perSecond).toBe(2.5);
  });

  it('never tells a rate or a time below zero', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ after: fc.nat(50_000), count: fc.nat(30) })), (steps) => {
        const { progress, come } = progressOf(1_000_000);
        for (const { after, count } of steps) {
          come(after, count);
          const { perSecond, millisecondsLeft } = progress.look();
          expect(perSecond === null || (perSecond > 0 && Number.isFinite(perSecond))).toBe(true);
          expect(millisecondsLeft === null || millisecondsLeft >= 0).toBe(true);
        }
      }),
    );
  });
});
