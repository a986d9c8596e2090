import type { Path } from '../model/path';
import type { Rubric } from '../model/rubric';

/** Rubrics are never changed in place, and every case asks for the same few names. */
const known = new WeakMap<Rubric, Map<Path, string>>();

/** The name people know a field by. */
export function labelOf(rubric: Rubric, path: Path): string {
  const ofRubric = known.get(rubric) ?? new Map<Path, string>();
  known.set(rubric, ofRubric);
  const before = ofRubric.get(path);
  if (before !== undefined) return before;
  const label = findLabel(rubric, path);
  ofRubric.set(path, label);
  return label;
}

function findLabel(rubric: Rubric, path: Path): string {
  const criteria = rubric.criteria.find((one) => [one.score ?? `${one.id}.score`, one.choice].includes(path));
  const part = rubric.criteria.flatMap((one) => one.parts).find((one) => one.score === path);
  const note = rubric.notes.find((one) => one.path === path);
  return criteria?.label ?? part?.label ?? note?.label ?? path;
}
