import { criterionPath, type Criterion, type Rubric } from '../rubric';
import type { ObjectSchema } from '../output-schema';
import type { Path } from '../path';
import { leaves } from './fields';

/** The fields that one question asks for. */
export interface Part {
  /** The criterion's; empty for what belongs to none. */
  id: string;
  label: string;
  paths: readonly Path[];
}

const known = new WeakMap<ObjectSchema, readonly Part[]>();

/**
 * The reply's fields by the criteria they belong to, in the order of the criteria; what belongs to none comes last. A field belongs
 * to a criterion that names it, or that alone has its score in the same object. Rubrics are never changed in place.
 */
export function splitByCriteria({ output, criteria }: Pick<Rubric, 'output' | 'criteria'>): readonly Part[] {
  const before = known.get(output);
  if (before) return before;
  const owners = criteria.map((criterion) => ({ criterion, named: namedBy(criterion) }));
  const homes = owners.map(({ criterion }, index) => {
    const path = criterionPath(criterion);
    const home = path.slice(0, Math.max(0, path.lastIndexOf('.')));
    const shared = owners.some(
      (other, place) => place !== index && other.named.some((each) => isWithin(each, home)),
    );
    return home === '' || shared ? null : home;
  });
  const paths: Path[][] = criteria.map(() => []);
  const rest: Path[] = [];
  for (const { path } of leaves(output)) {
    const namer = owners.findIndex(({ named }) => named.some((each) => isWithin(each, path)));
    const host = namer >= 0 ? namer : homes.findIndex((home) => home !== null && isWithin(path, home));
    (paths[host] ?? rest).push(path);
  }
  const parts = [
    ...criteria.map(({ id, label }, index) => ({ id, label, paths: paths[index] ?? [] })),
    { id: '', label: '', paths: rest },
  ].filter((part) => part.paths.length > 0);
  known.set(output, parts);
  return parts;
}

function namedBy(criterion: Criterion): Path[] {
  const { rationale, parts } = criterion;
  const named = [rationale, ...parts.flatMap((part) => [part.score, part.rationale])];
  return [criterionPath(criterion), ...named.filter((path) => path !== undefined)];
}

/** At the place, or below it. */
function isWithin(path: Path, place: Path): boolean {
  return path === place || path.startsWith(`${place}.`);
}
