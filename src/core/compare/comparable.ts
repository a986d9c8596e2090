import type { RunState } from '../model/run';
import type { RunOutline, Side } from './compared-run';
import { runDifferences, type RunDifference } from './run-differences';
import { matchCriteria, type SharedCriterion, type UnsharedCriterion } from './shared-criteria';

/** Why two runs cannot be compared. */
export type Obstacle =
  | { kind: 'other-rubric'; a: { id: string; title: string }; b: { id: string; title: string } }
  | { kind: 'no-criterion-in-common'; unshared: UnsharedCriterion[] }
  | { kind: 'nothing-judged'; in: Side }
  /** How many cases each sheet has. */
  | { kind: 'no-case-in-common'; a: number; b: number };

/** What a reader must know although the runs can be compared. */
export type Caveat =
  | { kind: 'same-run' }
  | { kind: 'unfinished'; in: Side; state: RunState; done: number; of: number }
  | { kind: 'criteria-left-out'; criteria: UnsharedCriterion[] }
  /** Points out of other maxima: scores are shown, and no difference is taken. Null where the rubric states none. */
  | { kind: 'other-score-scale'; a: number | null; b: number | null };

export interface Ground {
  criteria: SharedCriterion[];
  /** Whether a difference of total scores means anything. */
  scores: boolean;
  caveats: Caveat[];
  /** What was otherwise, so that whoever reads the figures knows what they may be owed to. */
  differs: RunDifference[];
}

export type Comparability = { ok: true; ground: Ground } | { ok: false; obstacles: Obstacle[] };

/** Whether two runs can be compared, as far as can be told without their cases: `compareRuns` looks at those. */
export function comparable(a: RunOutline, b: RunOutline): Comparability {
  const { id, title } = a.head.rubric;
  const other = b.head.rubric;
  if (id !== other.id) {
    const obstacle = {
      kind: 'other-rubric' as const,
      a: { id, title },
      b: { id: other.id, title: other.title },
    };
    return { ok: false, obstacles: [obstacle] };
  }
  const { shared, unshared } = matchCriteria(a.rubric, b.rubric);
  const sides = [
    ['a', a],
    ['b', b],
  ] as const;
  const obstacles: Obstacle[] = [];
  if (shared.length === 0) obstacles.push({ kind: 'no-criterion-in-common', unshared });
  for (const [side, { judged }] of sides)
    if (judged.done === 0) obstacles.push({ kind: 'nothing-judged', in: side });
  if (obstacles.length > 0) return { ok: false, obstacles };

  const caveats: Caveat[] = [];
  if (a.head.id === b.head.id) caveats.push({ kind: 'same-run' });
  for (const [side, { head, judged }] of sides) {
    const { state } = head;
    if (state !== 'finished' || judged.done < judged.of)
      caveats.push({ kind: 'unfinished', in: side, state, ...judged });
  }
  if (unshared.length > 0) caveats.push({ kind: 'criteria-left-out', criteria: unshared });
  const scale = { a: a.rubric.headline.max ?? null, b: b.rubric.headline.max ?? null };
  const scores = scale.a === scale.b;
  if (!scores) caveats.push({ kind: 'other-score-scale', ...scale });
  return { ok: true, ground: { criteria: shared, scores, caveats, differs: runDifferences(a, b) } };
}
