import type { Path } from './path';
import type { Criterion } from './rubric';

/** Where the reply carries a criterion's score or label. */
export function criterionPath(criterion: Criterion): Path {
  return criterion.choice ?? criterion.score ?? `${criterion.id}.score`;
}
