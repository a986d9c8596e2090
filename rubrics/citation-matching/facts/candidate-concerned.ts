import type { Alignment, Comparison } from './compare-candidate';
import type { Truth } from './find-truth';
import type { ModelAnswer } from './read-model-output';

const NEARNESS: readonly Alignment[] = ['same', 'different-place', 'different-type'];

/**
 * The candidate that ceiling and range speak of: the model's top match; where it matched none, the right decision;
 * where that is not known, the candidate whose court comes nearest. Null where none of these is known.
 */
export function candidateConcerned(
  answer: ModelAnswer,
  truth: Truth | null,
  comparisons: readonly Comparison[],
): Comparison | null {
  if (answer.kind === 'matches') {
    return comparisons.find((c) => c.candidate.number === answer.top.candidate?.number) ?? null;
  }
  if (truth?.kind === 'candidate') return truth.comparison;
  if (comparisons.some((c) => c.alignment === 'unknown')) return null;
  const nearest = NEARNESS.find((alignment) => comparisons.some((c) => c.alignment === alignment));
  const near = comparisons.filter((c) => c.alignment === nearest);
  const rank = (c: Comparison) => (c.number === 'exact' ? 2 : 0) + (c.dateMatch === 'equal' ? 1 : 0);
  return near.toSorted((a, b) => rank(b) - rank(a))[0] ?? null;
}
