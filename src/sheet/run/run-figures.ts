import type { RunCounts } from '../run-record';
import { earnedDecimals, fewestForMean, shareOf, type Mean, type Share } from '../../kit/text/figures';

/** A run's headline numbers as they may be told. Null where nothing has a score, or no verdict means pass or fail. */
export interface RunFigures {
  score: Mean | null;
  passed: Share | null;
}

export function figuresOf({ score, passed }: Pick<RunCounts, 'score' | 'passed'>): RunFigures {
  return {
    score: score && meanOfCounts(score.mean, score.count),
    passed: passed && shareOf(Math.round(passed.share * passed.count), passed.count),
  };
}

/** The spread is not stored with a run's counts: a quarter of the mean stands for it, which is seldom too little. */
function meanOfCounts(mean: number, count: number): Mean {
  if (count < fewestForMean) return { count, value: null, decimals: 0 };
  return { count, value: mean, decimals: earnedDecimals(Math.abs(mean) / 4 / Math.sqrt(count)) };
}
