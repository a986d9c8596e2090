import type { Known, Status } from '../model/judgement';
import type { UnscoredReason } from '../model/reply';
import type { Digest } from '../model/run';
import type { Ground } from './comparable';
import { changeBetween, deltaBetween, isDisagreement, type ValueChange } from './value-change';

/** How a case fared in B against A. Null everywhere means: the same. */
export interface RowComparison {
  /** Null in `from` or `to`: not judged there. */
  status: { from: Status | null; to: Status | null } | null;
  /** Why it has no score, where that is not the same in both. Null in `from` or `to`: it has one, or is not judged. */
  reason: { from: UnscoredReason | null; to: UnscoredReason | null } | null;
  verdict: ValueChange | null;
  /** Also null where the two scores are on other scales. */
  score: ValueChange | null;
  /** By place in the shared criteria. */
  criteria: (ValueChange | null)[];
  /** Checks that failed or broke in B and not in A, and the other way round. */
  checks: { gained: string[]; lost: string[] };
}

/**
 * Values are compared only where both sides have any: a case that one run could not score has neither gained nor lost
 * points, and says so by its status.
 */
export function compareRow(
  { criteria, scores }: Pick<Ground, 'criteria' | 'scores'>,
  a: Digest | undefined,
  b: Digest | undefined,
): RowComparison {
  const status = a?.status === b?.status ? null : { from: a?.status ?? null, to: b?.status ?? null };
  const reason = a?.reason === b?.reason ? null : { from: a?.reason ?? null, to: b?.reason ?? null };
  if (!hasValues(a) || !hasValues(b)) {
    const nothing = { verdict: null, score: null, criteria: criteria.map(() => null) };
    return { status, reason, ...nothing, checks: { gained: [], lost: [] } };
  }
  const toPerson = a.mode === 'person' || b.mode === 'person';
  const change = (from: Said, to: Said) => {
    const found = changeBetween(from, to);
    // What a person did not label is no disagreement with them.
    return toPerson && !isDisagreement(found) ? null : found;
  };
  return {
    // Of a person it tells no more than how much they labelled.
    status: toPerson ? null : status,
    reason,
    verdict: change(a.verdict, b.verdict),
    score: scores ? change(a.score, b.score) : null,
    criteria: criteria.map(({ place }) => change(a.criteria[place.a], b.criteria[place.b])),
    checks: toPerson
      ? { gained: [], lost: [] }
      : {
          gained: b.failedChecks.filter((id) => !a.failedChecks.includes(id)),
          lost: a.failedChecks.filter((id) => !b.failedChecks.includes(id)),
        },
  };
}

type Said = Known | null | undefined;

export function isDifferent({ status, reason, verdict, score, criteria, checks }: RowComparison): boolean {
  return (
    status !== null ||
    reason !== null ||
    verdict !== null ||
    score !== null ||
    criteria.some((change) => change !== null) ||
    checks.gained.length > 0 ||
    checks.lost.length > 0
  );
}

/** B's score less A's, 0 where they are equal. Null where either has none or they are on other scales. */
export function scoreDelta(
  { scores }: Pick<Ground, 'scores'>,
  a: Digest | undefined,
  b: Digest | undefined,
): number | null {
  const from = a?.score?.kind === 'value' ? a.score.value : null;
  const to = b?.score?.kind === 'value' ? b.score.value : null;
  return scores && typeof from === 'number' && typeof to === 'number' ? deltaBetween(from, to) : null;
}

function hasValues(digest: Digest | undefined): digest is Digest {
  return digest !== undefined && digest.status !== 'unscored';
}

/** Whether its figures may enter a statistic. Of a person every label counts, though they may not have labelled all there is. */
export function isRated(digest: Digest | undefined): digest is Digest {
  return hasValues(digest) && (digest.status !== 'partial' || digest.mode === 'person');
}
