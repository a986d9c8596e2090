import type { Path } from '../model/path';
import type { Rubric } from '../model/rubric';

/** The name people know a field by. */
export function labelOf(rubric: Rubric, path: Path): string {
  const criteria = rubric.criteria.find((one) => [one.score ?? `${one.id}.score`, one.choice].includes(path));
  const part = rubric.criteria.flatMap((one) => one.parts).find((one) => one.score === path);
  const note = rubric.notes.find((one) => one.path === path);
  return criteria?.label ?? part?.label ?? note?.label ?? path;
}
