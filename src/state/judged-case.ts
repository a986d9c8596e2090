import type { RunEntry } from '../core/model/run';
import { standingOf } from '../core/stats/standing';

/** Where a whole judgement lies: in the log of a run. */
export interface JudgementPlace {
  run: string;
  place: number;
}

/** The newest result of a cell, without its judgement. */
export type JudgedSample = Omit<RunEntry, 'place' | 'key' | 'caseKey'> & { at: JudgementPlace };

/** A case in a run: the sample that stands for it, and the others. */
export interface JudgedCase extends JudgedSample {
  /** Further samples in order. Each stands for itself. */
  others: readonly JudgedSample[];
  /** The case was edited since: it counts nowhere. */
  outdated: boolean;
}

const none: readonly JudgedSample[] = [];

/** Null where there are none. `isCurrent`: whether a sample is of the case as it reads now. Outdated ones count only by themselves. */
export function judgedCase(
  samples: readonly JudgedSample[],
  isCurrent: (sample: JudgedSample) => boolean,
): JudgedCase | null {
  const current = samples.filter(isCurrent);
  const counted = current.length > 0 ? current : samples;
  const standing = standingOf(counted);
  if (!standing) return null;
  const others = counted.filter((other) => other !== standing).sort((a, b) => a.sample - b.sample);
  return { ...standing, others: others.length === 0 ? none : others, outdated: current.length === 0 };
}

/** In the order in which they were asked for. */
export function samplesOf({ others, outdated: _, ...standing }: JudgedCase): JudgedSample[] {
  return [standing, ...others].sort((a, b) => a.sample - b.sample);
}
