import { Ratings, type Agreement } from './agreement/ratings';
import { comparable, type Ground, type Obstacle } from './comparable';
import { compareRow, isDifferent, isRated, scoreDelta } from './compare-row';
import type { ComparedRun } from './compared-run';
import { pairCases, type CasePair } from './pair-cases';
import { isDisagreement } from './value-change';

/** A pair in short, so that any number of them can be listed, sorted and filtered. `compareRow` tells the rest. */
export interface PairedRow extends CasePair {
  different: boolean;
  /** Both have a verdict, and not the same; or what one leaves open rules out the other's. */
  verdictChanged: boolean;
  /** B less A. Null where either has no number. */
  scoreDelta: number | null;
  /** How many of the shared criteria disagree. */
  criteriaChanged: number;
  statusChanged: boolean;
  checksChanged: boolean;
}

/** Over pairs with the same input. */
export interface ComparisonCounts {
  pairs: number;
  /** Scored or labelled in both: what all agreement rests on. */
  scored: number;
  different: number;
  verdictChanged: number;
  scoreChanged: number;
  statusChanged: number;
}

export interface Comparison {
  ground: Ground;
  /** Same input; in the order of A. */
  pairs: PairedRow[];
  /** Same id, other input: what differs may be owed to the input, so these enter no count and no agreement. */
  changed: PairedRow[];
  onlyA: number[];
  onlyB: number[];
  counts: ComparisonCounts;
  agreement: Agreement;
}

export type ComparedRuns = { ok: true; comparison: Comparison } | { ok: false; obstacles: Obstacle[] };

const pairsPerPause = 200;

/** Compares two runs case by case. Offers to pause at every `yield`. */
export function* compareRuns(a: ComparedRun, b: ComparedRun): Generator<void, ComparedRuns, void> {
  const comparability = comparable(a, b);
  if (!comparability.ok) return comparability;
  const { ground } = comparability;
  const { pairs, changed, onlyA, onlyB } = yield* pairCases(a.cases, b.cases, a.head.sheet === b.head.sheet);
  if (pairs.length === 0 && changed.length === 0) {
    return { ok: false, obstacles: [{ kind: 'no-case-in-common', a: a.cases.length, b: b.cases.length }] };
  }

  const ratings = new Ratings(ground);
  const counts = { pairs: 0, scored: 0, different: 0, verdictChanged: 0, scoreChanged: 0, statusChanged: 0 };
  const rows: PairedRow[] = [];
  for (const pair of pairs) {
    const row = inShort(ground, a, b, pair);
    rows.push(row);
    const one = a.digestAt(pair.a);
    const other = b.digestAt(pair.b);
    if (isRated(one) && isRated(other)) {
      counts.scored += 1;
      ratings.add(one, other);
    }
    counts.pairs += 1;
    if (row.different) counts.different += 1;
    if (row.verdictChanged) counts.verdictChanged += 1;
    if (row.scoreDelta !== null && row.scoreDelta !== 0) counts.scoreChanged += 1;
    if (row.statusChanged) counts.statusChanged += 1;
    if (rows.length % pairsPerPause === 0) yield;
  }
  const changedRows: PairedRow[] = [];
  for (const pair of changed) {
    changedRows.push(inShort(ground, a, b, pair));
    if (changedRows.length % pairsPerPause === 0) yield;
  }
  const agreement = yield* ratings.agreement();
  return {
    ok: true,
    comparison: { ground, pairs: rows, changed: changedRows, onlyA, onlyB, counts, agreement },
  };
}

function inShort(ground: Ground, inA: ComparedRun, inB: ComparedRun, { a, b, by }: CasePair): PairedRow {
  const one = inA.digestAt(a);
  const other = inB.digestAt(b);
  const row = compareRow(ground, one, other);
  return {
    a,
    b,
    by,
    different: isDifferent(row),
    verdictChanged: isDisagreement(row.verdict),
    scoreDelta: scoreDelta(ground, one, other),
    criteriaChanged: row.criteria.filter(isDisagreement).length,
    statusChanged: row.status !== null,
    checksChanged: row.checks.gained.length > 0 || row.checks.lost.length > 0,
  };
}
