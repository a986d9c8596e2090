import { Ratings, type Agreement } from './agreement';
import { comparable, type Ground, type Obstacle } from './comparable';
import { compareRow, isDifferent, isRated, scoreDelta, isDisagreement } from './compare-row';
import type { ComparedRun, CaseMark } from './compared-run';

/** Rows of the same case in both runs. */
export interface CasePair {
  a: number;
  b: number;
  /**
   * `key`: the same case of one sheet. In two sheets, `id`: same id, same input. `input`: same input under another id. `changed`:
   * same id, another input.
   */
  by: 'key' | 'id' | 'input' | 'changed';
}

interface CasePairs {
  /** Same input; in the order of A. */
  pairs: CasePair[];
  /** The case behind the id is not the same any more; in the order of A. */
  changed: CasePair[];
  onlyA: number[];
  onlyB: number[];
}

const casesPerPause = 500;

type Pass = [key: (mark: CaseMark) => string | number, by: 'key' | 'same' | 'changed'];

const withinSheet: readonly Pass[] = [[({ key }) => key, 'key']];
const acrossSheets: readonly Pass[] = [
  [({ id, hash }) => `${id.length}:${id}${hash}`, 'same'],
  [({ hash }) => hash, 'same'],
  [({ id }) => id, 'changed'],
];

/**
 * Finds the cases of A in B, by their keys where both runs are of one sheet. Across sheets the input decides: ids made from row
 * numbers shift when a row is put in, and then the same id stands for another case. Cases with the same input twice are paired in
 * their order. Offers to pause at every `yield`.
 */
export function* pairCases(
  a: readonly CaseMark[],
  b: readonly CaseMark[],
  sameSheet: boolean,
): Generator<void, CasePairs, void> {
  const partner = new Int32Array(a.length).fill(-1);
  const isTaken = new Uint8Array(b.length);
  const pairs: CasePair[] = [];
  const changed: CasePair[] = [];
  for (const [key, by] of sameSheet ? withinSheet : acrossSheets) {
    const waiting = new Map<string | number, number[]>();
    for (const [place, mark] of b.entries()) {
      if (place % casesPerPause === casesPerPause - 1) yield;
      if (isTaken[place] === 1) continue;
      const text = key(mark);
      const places = waiting.get(text);
      if (places === undefined) waiting.set(text, [place]);
      else places.push(place);
    }
    // Taken from the end, so the first must stand last.
    for (const places of waiting.values()) places.reverse();
    for (const [place, mark] of a.entries()) {
      if (place % casesPerPause === casesPerPause - 1) yield;
      if (partner[place] !== -1) continue;
      const found = waiting.get(key(mark))?.pop();
      if (found === undefined) continue;
      partner[place] = found;
      isTaken[found] = 1;
      if (by === 'changed') changed.push({ a: place, b: found, by });
      else if (by === 'key') pairs.push({ a: place, b: found, by });
      else pairs.push({ a: place, b: found, by: b[found]?.id === mark.id ? 'id' : 'input' });
    }
  }
  return {
    pairs: pairs.sort((one, other) => one.a - other.a),
    changed,
    onlyA: placesWhere(a.length, (place) => partner[place] === -1),
    onlyB: placesWhere(b.length, (place) => isTaken[place] === 0),
  };
}

function placesWhere(length: number, holds: (place: number) => boolean): number[] {
  const places: number[] = [];
  for (let place = 0; place < length; place += 1) if (holds(place)) places.push(place);
  return places;
}

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
