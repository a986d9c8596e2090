import type { Spread, Vote } from '../core/model/repeats';
import type { Rubric } from '../core/model/rubric';
import { repeatsOf } from '../core/stats/repeats';
import type { JudgedSample } from './judged-case';

/** A line of what several samples of a case say together. */
export interface RepeatRow {
  id: string;
  /** The rubric's own word; null where the page has one. */
  label: string | null;
  spread: Spread | null;
  vote: Vote | null;
}

export interface RepeatTable {
  samples: number;
  scored: number;
  rows: RepeatRow[];
}

/** Headline, verdict and every criterion over all samples that have a score. */
export function repeatsIn(rubric: Rubric, samples: readonly Pick<JudgedSample, 'digest'>[]): RepeatTable {
  const repeats = repeatsOf(
    rubric,
    samples.map(({ digest }) => digest),
  );
  const criteria = repeats.criteria.map((criterion, place): RepeatRow => {
    const { id = '', label = '' } = rubric.criteria[place] ?? {};
    const said =
      criterion.kind === 'points'
        ? { spread: criterion.spread, vote: null }
        : { spread: null, vote: criterion.vote };
    return { id: `criterion:${id}`, label, ...said };
  });
  const rows: RepeatRow[] = [
    { id: 'score', label: null, spread: repeats.score, vote: null },
    { id: 'verdict', label: null, spread: null, vote: repeats.verdict },
    ...criteria,
  ];
  return {
    samples: repeats.samples,
    scored: repeats.scored,
    rows: rows.filter(({ spread, vote }) => spread !== null || vote !== null),
  };
}
