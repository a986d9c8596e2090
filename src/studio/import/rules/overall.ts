import type { RubricContract } from '../../../rubric/rubric';
import { celPath } from '../cel-path';
import type { ProposedCriterion } from '../proposal';

/** What is shown as the result where the text states none: one criterion, or all scores as one. */
export type Overall = { by: 'criterion'; id: string } | { by: 'mean' | 'sum' | 'lowest' };

export type OverallWay = Exclude<Overall['by'], 'criterion'>;
const functions = { mean: 'mean', sum: 'sum', lowest: 'min' } as const;

/** A mean and a lowest need one scale for all. */
export function waysFor(criteria: readonly ProposedCriterion[]): OverallWay[] {
  const scores = criteria.filter(({ kind }) => kind === 'score');
  const [first] = scores;
  if (!first || scores.length < 2) return [];
  const sameScale = scores.every(({ min = 0, max }) => min === (first.min ?? 0) && max === first.max);
  return sameScale ? ['mean', 'sum', 'lowest'] : ['sum'];
}

type Result = Pick<RubricContract, 'derived' | 'headline'>;

/** Null where the criteria are no longer those that it was chosen for. */
export function resultOf(
  overall: Overall,
  criteria: readonly ProposedCriterion[],
  label: string,
): Result | null {
  if (overall.by === 'criterion') {
    const found = criteria.find(({ id }) => id === overall.id);
    if (!found) return null;
    const value = celPath(found.path);
    const asChoice = { label: found.label, value, verdict: value };
    const headline = found.kind === 'choice' ? asChoice : { label: found.label, value, max: found.max };
    return { derived: {}, headline };
  }
  if (!waysFor(criteria).includes(overall.by)) return null;
  const scores = criteria.filter(({ kind }) => kind === 'score');
  const value = `${functions[overall.by]}([${scores.map(({ path }) => celPath(path)).join(', ')}])`;
  const highest = scores.map(({ max = 0 }) => max);
  const max = overall.by === 'sum' ? highest.reduce((sum, one) => sum + one, 0) : highest[0];
  const bound = max === undefined ? {} : { max };
  return {
    derived: { overall: { label, value, ...bound } },
    headline: { label, value: 'derived.overall', ...bound },
  };
}
