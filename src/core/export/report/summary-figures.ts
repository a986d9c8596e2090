import type { Status } from '../../model/judgement';
import type { Rubric } from '../../model/rubric';
import type { ReportWords } from './report-words';

/** A mean and over how many. Null where there are too few for one. */
interface ReportMean {
  count: number;
  value: number | null;
  decimals: number;
}

/** What the judgements add up to: the same figures as the page shows, so that the two can never differ. */
export interface ReportSummary {
  judged: number;
  statuses: readonly { status: Status; count: number }[];
  /** Over scored judgements only. */
  score: ReportMean;
  /** Of the criteria that have a score, in their order. */
  criteria: readonly ReportMean[];
  passed: { met: number; count: number; value: number | null; decimals: number } | null;
  verdicts: readonly { verdict: string; count: number }[];
  rulesOnly: boolean;
}

export function meanText({ headline }: Rubric, { score }: ReportSummary, words: ReportWords): string {
  const max = headline.max === undefined ? '' : words.of(headline.max);
  if (score.value === null) return words.tooFew(score.count);
  return words.mean(score.value.toFixed(score.decimals), max, score.count);
}

/** Empty where no verdict means pass or fail. */
export function passText({ passed }: ReportSummary, words: ReportWords): string[] {
  if (!passed) return [];
  const { met, count, value, decimals } = passed;
  if (value === null) return [words.passCount(met, count)];
  return [words.passRate(`${(value * 100).toFixed(decimals)}%`, met, count)];
}
