import type { RunOutline, Side } from './stored-run';
import { runDifferences, type RunDifference } from './run-differences';
import { criterionPath, type Criterion, type Rubric } from '../rubric/rubric';
import type { Path } from '../rubric/path';

export interface SharedCriterion {
  id: string;
  kind: 'score' | 'choice';
  path: Path;
  min: number;
  max: number | null;
  /** Its place in each rubric's criteria, and so in the digests. */
  place: Record<Side, number>;
}

interface UnsharedCriterion {
  id: string;
  because: { onlyIn: Side } | 'other-kind' | 'other-path' | 'other-scale';
}

/** Criteria are the same when they have the same id, read the same field of the reply, and have the same scale. */
function matchCriteria(a: Rubric, b: Rubric): { shared: SharedCriterion[]; unshared: UnsharedCriterion[] } {
  const shared: SharedCriterion[] = [];
  const unshared: UnsharedCriterion[] = [];
  a.criteria.forEach((criterion, place) => {
    const { id, min, max } = criterion;
    const inB = b.criteria.findIndex((other) => other.id === id);
    const other = b.criteria[inB];
    const because = other === undefined ? ({ onlyIn: 'a' } as const) : mismatchOf(criterion, other);
    if (because !== null) {
      unshared.push({ id, because });
      return;
    }
    const kind = kindOf(criterion);
    shared.push({
      id,
      kind,
      path: criterionPath(criterion),
      min,
      max: kind === 'score' ? (max ?? null) : null,
      place: { a: place, b: inB },
    });
  });
  const inA = new Set(a.criteria.map(({ id }) => id));
  for (const { id } of b.criteria) if (!inA.has(id)) unshared.push({ id, because: { onlyIn: 'b' } });
  return { shared, unshared };
}

function mismatchOf(a: Criterion, b: Criterion): 'other-kind' | 'other-path' | 'other-scale' | null {
  if (kindOf(a) !== kindOf(b)) return 'other-kind';
  if (criterionPath(a) !== criterionPath(b)) return 'other-path';
  return kindOf(a) === 'score' && (a.min !== b.min || a.max !== b.max) ? 'other-scale' : null;
}

function kindOf({ choice }: Criterion): SharedCriterion['kind'] {
  return choice === undefined ? 'score' : 'choice';
}

export type Obstacle =
  | { kind: 'other-rubric'; a: string; b: string }
  | { kind: 'no-criterion-in-common' }
  | { kind: 'nothing-judged'; in: Side }
  | { kind: 'no-case-in-common'; a: number; b: number };

export type Caveat =
  | { kind: 'same-run' }
  | { kind: 'unfinished'; in: Side; done: number; of: number }
  | { kind: 'criteria-left-out'; criteria: UnsharedCriterion[] }
  /** Points out of other maxima: scores are shown, and no difference is taken. Null where the rubric states none. */
  | { kind: 'other-score-scale'; a: number | null; b: number | null };

export interface Ground {
  criteria: SharedCriterion[];
  scores: boolean;
  caveats: Caveat[];
  differs: RunDifference[];
}

export type Comparability = { ok: true; ground: Ground } | { ok: false; obstacles: Obstacle[] };

/** Whether two runs can be compared, as far as can be told without their cases: `compareRuns` looks at those. */
export function comparable(a: RunOutline, b: RunOutline): Comparability {
  const titles = { a: a.head.rubric.title, b: b.head.rubric.title };
  if (a.head.rubric.id !== b.head.rubric.id)
    return { ok: false, obstacles: [{ kind: 'other-rubric', ...titles }] };
  const { shared, unshared } = matchCriteria(a.rubric, b.rubric);
  const sides = [
    ['a', a],
    ['b', b],
  ] as const;
  const obstacles: Obstacle[] = [];
  if (shared.length === 0) obstacles.push({ kind: 'no-criterion-in-common' });
  for (const [side, { judged }] of sides)
    if (judged.done === 0) obstacles.push({ kind: 'nothing-judged', in: side });
  if (obstacles.length > 0) return { ok: false, obstacles };

  const caveats: Caveat[] = [];
  if (a.head.id === b.head.id) caveats.push({ kind: 'same-run' });
  for (const [side, { head, judged }] of sides) {
    if (head.state !== 'finished' || judged.done < judged.of)
      caveats.push({ kind: 'unfinished', in: side, ...judged });
  }
  if (unshared.length > 0) caveats.push({ kind: 'criteria-left-out', criteria: unshared });
  const scale = { a: a.rubric.headline.max ?? null, b: b.rubric.headline.max ?? null };
  const scores = scale.a === scale.b;
  if (!scores) caveats.push({ kind: 'other-score-scale', ...scale });
  return { ok: true, ground: { criteria: shared, scores, caveats, differs: runDifferences(a, b) } };
}
