import { criterionPath } from '../model/criterion-path';
import type { Path } from '../model/path';
import type { Criterion, Rubric } from '../model/rubric';
import type { Side } from './compared-run';

/** A criterion that means the same in both rubrics. */
export interface SharedCriterion {
  id: string;
  kind: 'score' | 'choice';
  path: Path;
  min: number;
  /** Null for labels. */
  max: number | null;
  /** Its place in each rubric's criteria, and so in the digests. */
  place: Record<Side, number>;
}

/** A criterion whose values must not be held against each other, and why. */
export interface UnsharedCriterion {
  id: string;
  because: 'only-in-a' | 'only-in-b' | 'other-kind' | 'other-path' | 'other-scale';
}

/** Criteria are the same when they have the same id, read the same field of the reply, and have the same scale. */
export function matchCriteria(
  a: Rubric,
  b: Rubric,
): { shared: SharedCriterion[]; unshared: UnsharedCriterion[] } {
  const shared: SharedCriterion[] = [];
  const unshared: UnsharedCriterion[] = [];
  a.criteria.forEach((criterion, place) => {
    const { id, min, max } = criterion;
    const inB = b.criteria.findIndex((other) => other.id === id);
    const other = b.criteria[inB];
    const because = other === undefined ? 'only-in-a' : hindrance(criterion, other);
    if (because !== null) unshared.push({ id, because });
    else {
      const kind = kindOf(criterion);
      const path = criterionPath(criterion);
      shared.push({
        id,
        kind,
        path,
        min,
        max: kind === 'score' ? (max ?? null) : null,
        place: { a: place, b: inB },
      });
    }
  });
  const inA = new Set(a.criteria.map(({ id }) => id));
  for (const { id } of b.criteria) if (!inA.has(id)) unshared.push({ id, because: 'only-in-b' });
  return { shared, unshared };
}

function hindrance(a: Criterion, b: Criterion): UnsharedCriterion['because'] | null {
  if (kindOf(a) !== kindOf(b)) return 'other-kind';
  if (criterionPath(a) !== criterionPath(b)) return 'other-path';
  return kindOf(a) === 'score' && (a.min !== b.min || a.max !== b.max) ? 'other-scale' : null;
}

function kindOf({ choice }: Criterion): SharedCriterion['kind'] {
  return choice === undefined ? 'score' : 'choice';
}
