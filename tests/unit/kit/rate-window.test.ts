import { expect, it } from 'vitest';
import { RateWindow, timeLeft } from '../../../src/kit/rate-window';

type Arrivals = [after: number, count: number][];

it.each<[string, Arrivals, number | null, number | null]>([
  ['nothing yet', [], null, null],
  ['too few to tell', [[5000, 2]], null, null],
  ['too soon to tell', [[900, 50]], null, null],
  ['steady', new Array<Arrivals[number]>(2).fill([1000, 10]), 10, 8000],
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
  ['slow ones are not forgotten', new Array<Arrivals[number]>(3).fill([60_000, 2]), 1 / 30, 94 * 30_000],
  [
    'it sinks while nothing comes',
    [
      [10_000, 50],
      [10_000, 0],
    ],
    2.5,
    20_000,
  ],
])('tells rate and time left of 100: %s', (_, arrivals, perSecond, left) => {
  let now = 1_000_000;
  let come = 0;
  const window = new RateWindow(now);
  for (const [milliseconds, count] of arrivals) {
    now += milliseconds;
    come += count;
    if (count > 0) window.add(now, count);
  }
  const rate = window.perSecond(now);
  if (perSecond === null) expect([rate, timeLeft(100 - come, rate)]).toEqual([null, left]);
  else {
    expect(rate).toBeCloseTo(perSecond, 6);
    expect(timeLeft(100 - come, rate)).toBeCloseTo(left ?? NaN, 3);
  }
});
