import type { Status } from '../judgement/judgement';
import { boundsOf, type Known } from '../rubric/values';
import type { UnscoredReason } from '../judgement/judge';
import type { Digest } from '../judgement/digest';
import type { Ground } from './comparable';
import { sameJson } from '../judgement/explain';
import { upheldAt } from '../sheet/figures/measure';
import { type Json, canonicalJson } from '../kit/json';

/** How a case fared in B against A. Null everywhere means: the same. */
export interface RowComparison {
  status: { from: Status | null; to: Status | null } | null;
  /** Why it has no score, where that is not the same in both. Null in `from` or `to`: it has one, or is not judged. */
  reason: { from: UnscoredReason | null; to: UnscoredReason | null } | null;
  verdict: ValueChange | null;
  score: ValueChange | null;
  /** Of what can be upheld: the score rests on that. */
  criteria: (ValueChange | null)[];
  checks: { gained: string[]; lost: string[] };
}

/** Values are compared only where both sides have any: a case that one run could not score has not lost points. */
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
    criteria: criteria.map(({ place }) => change(upheldAt(a, place.a), upheldAt(b, place.b))),
    checks: toPerson
      ? { gained: [], lost: [] }
      : {
          gained: b.failedChecks.filter((id) => !a.failedChecks.includes(id)),
          lost: a.failedChecks.filter((id) => !b.failedChecks.includes(id)),
        },
  };
}

export type Said = Known | null | undefined;

export function isDifferent({ status, reason, verdict, score, criteria, checks }: RowComparison): boolean {
  const changes = [status, reason, verdict, score, ...criteria];
  return changes.some((change) => change !== null) || checks.gained.length + checks.lost.length > 0;
}

/** B's number less A's, 0 where they are equal. Null where either has none. */
export function knownDelta(a: Said, b: Said): number | null {
  if (a?.kind !== 'value' || b?.kind !== 'value') return null;
  return typeof a.value === 'number' && typeof b.value === 'number' ? deltaBetween(a.value, b.value) : null;
}

export function scoreDelta({ scores }: Pick<Ground, 'scores'>, a?: Digest, b?: Digest): number | null {
  return scores ? knownDelta(a?.score, b?.score) : null;
}

/** Between the scores of both, or the ranges that they lie in; 0 where these overlap or nothing is known. */
export function gapBetween({ scores }: Pick<Ground, 'scores'>, a?: Digest, b?: Digest): number {
  const [one, other] = [boundsOf(a?.score), boundsOf(b?.score)];
  return scores && one && other ? Math.max(0, one.min - other.max, other.min - one.max) : 0;
}

export function hasValues(digest: Digest | undefined): digest is Digest {
  return digest !== undefined && digest.status !== 'unscored';
}

/** Whether its figures may enter a statistic. Of a person every label counts, though they may not have labelled all there is. */
export function isRated(digest: Digest | undefined): digest is Digest {
  return hasValues(digest) && (digest.status !== 'partial' || digest.mode === 'person');
}

export type ValueChange =
  | { kind: 'number'; from: number; to: number; delta: number }
  | { kind: 'label'; from: Json; to: Json }
  /** One of the two, or both, left it open. `clash`: what is known of the one rules out the other. */
  | { kind: 'certainty'; from: Known | null; to: Known | null; clash: boolean };

/** Null where both say the same. A field that a judgement does not have is null or undefined. */
export function changeBetween(a: Said, b: Said): ValueChange | null {
  if (a?.kind === 'value' && b?.kind === 'value') {
    if (sameJson(a.value, b.value)) return null;
    if (typeof a.value === 'number' && typeof b.value === 'number')
      return { kind: 'number', from: a.value, to: b.value, delta: deltaBetween(a.value, b.value) };
    return { kind: 'label', from: a.value, to: b.value };
  }
  const from = a ?? null;
  const to = b ?? null;
  if (saysTheSame(from, to)) return null;
  return { kind: 'certainty', from, to, clash: from !== null && to !== null && excludes(from, to) };
}

/** Two decided values that are not the same, or an open one that cannot become the other. */
export function isDisagreement(change: ValueChange | null): boolean {
  return change !== null && (change.kind !== 'certainty' || change.clash);
}

/** Free of what binary fractions add: from 0.1 to 0.4 it is 0.3. */
function deltaBetween(from: number, to: number): number {
  const delta = to - from;
  const tidy = Number(delta.toFixed(9));
  return tidy === 0 ? delta : tidy;
}

function saysTheSame(a: Known | null, b: Known | null): boolean {
  if (a === null || b === null || a.kind !== b.kind) return a === b;
  if (a.kind === 'range' && b.kind === 'range') return a.min === b.min && a.max === b.max;
  if (a.kind === 'one-of' && b.kind === 'one-of') {
    const inA = new Set(a.values.map(canonicalJson));
    const inB = new Set(b.values.map(canonicalJson));
    return inA.size === inB.size && [...inA].every((key) => inB.has(key));
  }
  return true;
}

/** Whether no value fits both. What is undecided or broken rules nothing out. */
function excludes(a: Known, b: Known): boolean {
  const listA = listed(a);
  const listB = listed(b);
  if (listA && listB) return !listA.some((value) => listB.some((other) => sameJson(value, other)));
  if (listA && b.kind === 'range') return !listA.some((value) => isWithin(value, b));
  if (listB && a.kind === 'range') return !listB.some((value) => isWithin(value, a));
  return a.kind === 'range' && b.kind === 'range' && (a.max < b.min || b.max < a.min);
}

function listed(known: Known): readonly Json[] | null {
  if (known.kind === 'value') return [known.value];
  return known.kind === 'one-of' ? known.values : null;
}

function isWithin(value: Json, { min, max }: { min: number; max: number }): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}
