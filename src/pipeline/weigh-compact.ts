import type { KnobReach } from '../core/check/knob-reach';
import type { Reweighed } from '../core/check/with-knobs';
import { criterionPath } from '../core/model/criterion-path';
import type { Known, Status } from '../core/model/judgement';
import { valueAt, type Path } from '../core/model/path';
import type { Rubric } from '../core/model/rubric';
import type { Digest } from '../core/model/run';
import { isError, isFailing, type CompactCase, type CompactCheck } from './compact-judgement';

/** What becomes of a case, as far as it can change. */
export type Weighed = Pick<Digest, 'status' | 'score' | 'verdict' | 'failedChecks' | 'failedErrors'> & {
  /** By place in the rubric's criteria. */
  criteria: readonly (readonly [place: number, known: Known | null])[];
};

/** The gravest first. */
const gravity: readonly Status[] = ['inconsistent', 'repaired', 'partial', 'valid'];

/** `turned` is the cut rubric with its numbers turned. Comes to what `reassess` would, by the whole one. */
export function weighCompact(
  { reach, criteria }: { reach: KnobReach; criteria: readonly Movable[] },
  { program, touched }: Pick<Reweighed, 'program' | 'touched'>,
  compact: CompactCase,
): Weighed {
  const { scope } = compact;
  const notAsked = new Set(scope.notAsked);
  const isAsked = (path: Path) => scope.comparing && !notAsked.has(path);
  const fresh = program.assess({ ...scope, wordless: true });
  const graded = compact.checks.flatMap((check) => gradeIn(check));
  const failed = graded.filter(isFailing);
  const isOpen = [...reach.places].some((path) => !isAsked(path) && fieldAt(path)?.kind !== 'value');
  const inconsistent =
    fresh.broken.length > 0 ||
    failed.some(({ outcome, severity }) => outcome === 'failed' && severity === 'error');
  const moved: Status = inconsistent ? 'inconsistent' : isOpen ? 'partial' : 'valid';
  return {
    status: gravity.find((status) => status === moved || status === compact.status) ?? moved,
    ...(reach.headline.value ? { score: fresh.headline.value } : {}),
    ...(fresh.headline.verdict === undefined ? {} : { verdict: fresh.headline.verdict }),
    criteria: criteria.map(({ place, path }) => [place, fieldAt(path)] as const),
    failedChecks: failed.map(({ id }) => id),
    failedErrors: failed.filter(isError).length,
  };

  function gradeIn(check: CompactCheck) {
    const { id } = check;
    switch (check.kind) {
      case 'failed':
        return [{ id, outcome: check.outcome, severity: check.severity }];
      case 'check': {
        const isHeld = check.stored !== null && touched.claims.get(id)?.some(isAsked) === true;
        const grade = isHeld ? check.stored : fresh.checks.find((one) => one.id === id);
        return grade ? [{ id, outcome: grade.outcome, severity: grade.severity }] : [];
      }
      case 'comparison': {
        const grade = touched.rules.has(check.path) ? check.stored : check.fresh;
        return grade ? [{ id, ...grade }] : [];
      }
    }
  }

  /** Null where the judgement has no such field. */
  function fieldAt(path: Path): Known | null {
    const rule = fresh.computed.find((field) => field.path === path);
    if (!isAsked(path)) return rule?.known ?? { kind: 'undecided' };
    const said = valueAt(scope.output, path);
    if (said !== undefined) return { kind: 'value', value: said };
    const isClaimed = rule && (!touched.rules.has(path) || compact.claimed.includes(path));
    const contradicted = graded.some(({ id, outcome }) => id === `program:${path}` && outcome === 'failed');
    return isClaimed && contradicted ? { kind: 'undecided' } : null;
  }
}

/** A criterion whose field the program computes anew. */
interface Movable {
  place: number;
  path: Path;
}

export function movableCriteria(rubric: Rubric, { places }: KnobReach): Movable[] {
  return rubric.criteria.flatMap((criterion, place) => {
    const path = criterionPath(criterion);
    return places.has(path) ? [{ place, path }] : [];
  });
}

/** The digest of a case by the turned numbers. */
export function withWeighed(base: Digest, { criteria, ...weighed }: Weighed): Digest {
  if (criteria.length === 0) return { ...base, ...weighed };
  const all = [...base.criteria];
  for (const [place, known] of criteria) all[place] = known;
  return { ...base, ...weighed, criteria: all };
}
