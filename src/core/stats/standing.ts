import type { Status } from '../model/judgement';
import type { Findings } from '../model/run';

const withScore: readonly Status[] = ['valid', 'repaired', 'inconsistent'];

/** Whether a judgement of this status has a score that may enter a mean. */
export function isScored(status: Status): boolean {
  return withScore.includes(status);
}

interface Sample {
  sample: number;
  digest: Pick<Findings, 'status'>;
}

/**
 * Which of a case's samples stands for it wherever one has to: the first that has a score. Only where none has one, the first
 * that is partial, and only where all failed, the first of them.
 */
export function standingOf<T extends Sample>(samples: readonly T[]): T | undefined {
  return samples.reduce<T | undefined>(
    (best, sample) => (best === undefined || isBefore(sample, best) ? sample : best),
    undefined,
  );
}

function isBefore(one: Sample, other: Sample): boolean {
  const further = rank(one.digest.status) - rank(other.digest.status);
  return further < 0 || (further === 0 && one.sample < other.sample);
}

function rank(status: Status): number {
  if (isScored(status)) return 0;
  return status === 'partial' ? 1 : 2;
}
