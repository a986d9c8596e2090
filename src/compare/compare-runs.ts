import { agreementOf, type Agreement } from './agreement';
import { JointTable } from './coefficients';
import { comparable, type Ground, type Obstacle } from './comparable';
import {
  changeBetween,
  compareRow,
  gapBetween,
  hasValues,
  isDifferent,
  isRated,
  scoreDelta,
  isDisagreement,
  type Said,
  type ValueChange,
} from './compare-row';
import type { ComparedRun, CaseMark, Side, StoredRun } from './stored-run';
import type { Digest } from '../judgement/digest';
import { upheldAt } from '../sheet/figures/measure';
import type { Slices } from '../kit/sliced-work.browser';

export interface CasePair {
  a: number;
  b: number;
  /** `key`: the same case of one sheet. In two sheets `id`: same id and input; `input`: another id; `changed`: another input. */
  by: 'key' | 'id' | 'input' | 'changed';
}

interface CasePairs {
  pairs: CasePair[];
  /** The case behind the id is not the same any more; in the order of A. */
  changed: CasePair[];
  onlyA: number[];
  onlyB: number[];
}

type Pass = [key: (mark: CaseMark) => string | number, by: CasePair['by']];

const withinSheet: readonly Pass[] = [[({ key }) => key, 'key']];
const acrossSheets: readonly Pass[] = [
  [({ id, hash }) => `${id.length}:${id}${hash}`, 'id'],
  [({ hash }) => hash, 'input'],
  [({ id }) => id, 'changed'],
];

/**
 * Finds the cases of A in B, by their keys where both runs are of one sheet. Across sheets the input decides: ids made from row
 * numbers shift when a row is put in, and then the same id stands for another case. Cases with the same input twice are paired in
 * their order.
 */
export function* pairCases(
  a: readonly CaseMark[],
  b: readonly CaseMark[],
  sameSheet: boolean,
): Slices<CasePairs> {
  const found: CasePair[] = [];
  let onlyA = [...a.keys()];
  let onlyB = [...b.keys()];
  for (const [key, by] of sameSheet ? withinSheet : acrossSheets) {
    const waiting = new Map<string | number, number[]>();
    // Taken from the end, so the first must stand last.
    for (const row of onlyB.toReversed()) {
      const mark = b[row];
      if (!mark) continue;
      const rows = waiting.get(key(mark));
      if (rows) rows.push(row);
      else waiting.set(key(mark), [row]);
    }
    yield;
    onlyA = onlyA.filter((row) => {
      const mark = a[row];
      const partner = mark && waiting.get(key(mark))?.pop();
      if (partner !== undefined) found.push({ a: row, b: partner, by });
      return partner === undefined;
    });
    yield;
    const taken = new Set(found.map((pair) => pair.b));
    onlyB = onlyB.filter((row) => !taken.has(row));
  }
  found.sort((one, other) => one.a - other.a);
  return {
    pairs: found.filter(({ by }) => by !== 'changed'),
    changed: found.filter(({ by }) => by === 'changed'),
    onlyA,
    onlyB,
  };
}

/** A pair in short, so that any number of them can be listed, sorted and filtered. `compareRow` tells the rest. */
export interface PairedRow extends CasePair {
  different: boolean;
  /** Both have a verdict, and not the same; or what one leaves open rules out the other's. */
  verdictChanged: boolean;
  scoreDelta: number | null;
  /** How far apart the scores are, at least where one is a range. */
  apart: number;
  /** Criteria on which the two disagree. */
  criteria: number;
}

/** What a run says of a case's verdict: `=` and the verdict's words, or why there are none. */
export type VerdictKey = `=${string}` | 'undecided' | 'unscored' | 'not-judged';

const noVerdict: readonly VerdictKey[] = ['undecided', 'unscored', 'not-judged'];

export function verdictKey(digest: Digest | undefined): VerdictKey {
  if (digest === undefined) return 'not-judged';
  if (digest.status === 'unscored') return 'unscored';
  if (digest.verdict?.kind !== 'value') return 'undecided';
  const { value } = digest.verdict;
  return `=${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

export interface VerdictTable {
  /** Those that occur: the words first, the most frequent in front, then what is no verdict. */
  keys: VerdictKey[];
  counts: JointTable<VerdictKey>;
}

function verdictTable(counts: JointTable<VerdictKey>): VerdictTable {
  const { a, b } = counts.margins();
  const times = (key: VerdictKey) => (a.get(key) ?? 0) + (b.get(key) ?? 0);
  const words = [...new Set([...a.keys(), ...b.keys()])].filter((key) => !noVerdict.includes(key));
  words.sort((one, other) => times(other) - times(one) || (one < other ? -1 : 1));
  return { keys: [...words, ...noVerdict.filter((key) => times(key) > 0)], counts };
}

interface Met {
  met: number;
  of: number;
  /** How many A gives, whether B gives them too or not. */
  asked: number;
}

export interface Comparison {
  ground: Ground;
  pairs: PairedRow[];
  /** Same id, other input: what differs may be owed to the input, so these enter no count and no agreement. */
  changed: PairedRow[];
  onlyA: number[];
  onlyB: number[];
  /** Over pairs with the same input. `scored`: scored or labelled in both, what all agreement rests on. */
  counts: {
    pairs: number;
    scored: number;
    different: number;
    verdictChanged: number;
    scoreChanged: number;
    statusChanged: number;
  };
  shifts: { higher: number; lower: number; same: number };
  /**
   * Verdicts and values of criteria that both give, or that what one leaves open rules out, and how many of them are the same:
   * of criteria each side's own word, as in `agreement`, out of all `ratings`. `settled`: those of which both uphold a value. Changed verdicts by what
   * they were.
   */
  given: { verdicts: Met; criteria: Met; ratings: number; settled: number; flips: JointTable<VerdictKey> };
  verdicts: VerdictTable | null;
  agreement: Agreement;
}

export interface SideBySide extends Comparison {
  a: StoredRun;
  b: StoredRun;
}

export type ComparedRuns = { ok: true; comparison: Comparison } | { ok: false; obstacles: Obstacle[] };

const pairsPerPause = 200;

export function* compareRuns(a: ComparedRun, b: ComparedRun): Slices<ComparedRuns> {
  const comparability = comparable(a, b);
  if (!comparability.ok) return comparability;
  const { ground } = comparability;
  const paired = yield* pairCases(a.cases, b.cases, a.head.sheet === b.head.sheet);
  if (paired.pairs.length === 0 && paired.changed.length === 0)
    return { ok: false, obstacles: [{ kind: 'no-case-in-common', a: a.cases.length, b: b.cases.length }] };

  const counts = { pairs: 0, scored: 0, different: 0, verdictChanged: 0, scoreChanged: 0, statusChanged: 0 };
  const shifts = { higher: 0, lower: 0, same: 0 };
  const given = {
    verdicts: { met: 0, of: 0, asked: 0 },
    criteria: { met: 0, of: 0, asked: 0 },
    ratings: 0,
    settled: 0,
    flips: new JointTable<VerdictKey>(),
  };
  const count = (met: Met, a: Said, b: Said, change: ValueChange | null) => {
    const differs = isDisagreement(change);
    met.asked += Number(a?.kind === 'value');
    if (!differs && (a?.kind !== 'value' || b?.kind !== 'value')) return;
    met.of += 1;
    met.met += Number(!differs);
  };
  const verdictCounts = new JointTable<VerdictKey>();
  const rated: { a: Digest; b: Digest }[] = [];
  const pairs: PairedRow[] = [];
  const changed: PairedRow[] = [];
  for (const pair of [...paired.pairs, ...paired.changed]) {
    if ((pairs.length + changed.length) % pairsPerPause === 0) yield;
    const one = a.digestAt(pair.a);
    const other = b.digestAt(pair.b);
    const row = compareRow(ground, one, other);
    const different = isDifferent(row);
    const verdictChanged = isDisagreement(row.verdict);
    const delta = scoreDelta(ground, one, other);
    const criteria = row.criteria.filter(isDisagreement).length;
    const short = {
      ...pair,
      different,
      verdictChanged,
      scoreDelta: delta,
      apart: gapBetween(ground, one, other),
      criteria,
    };
    if (pair.by === 'changed') {
      changed.push(short);
      continue;
    }
    pairs.push(short);
    if (isRated(one) && isRated(other)) rated.push({ a: one, b: other });
    const [from, to] = [verdictKey(one), verdictKey(other)];
    verdictCounts.add(from, to);
    if (verdictChanged) given.flips.add(from, to);
    count(given.verdicts, one?.verdict, other?.verdict, row.verdict);
    if (hasValues(one))
      for (const { place } of ground.criteria) {
        const said = one.criteria[place.a];
        const answered = hasValues(other) ? other.criteria[place.b] : undefined;
        count(given.criteria, said, answered, changeBetween(said, answered));
        if (!hasValues(other)) continue;
        const held = [upheldAt(one, place.a), upheldAt(other, place.b)];
        given.ratings += 1;
        given.settled += Number(held.every((known) => known?.kind === 'value'));
      }
    counts.different += Number(different);
    counts.verdictChanged += Number(verdictChanged);
    counts.statusChanged += Number(row.status !== null);
    if (delta !== null) shifts[delta > 0 ? 'higher' : delta < 0 ? 'lower' : 'same'] += 1;
  }
  counts.pairs = pairs.length;
  counts.scored = rated.length;
  counts.scoreChanged = shifts.higher + shifts.lower;
  const hasVerdicts = [a, b].some(({ rubric }) => rubric.headline.verdict !== undefined);
  const verdicts = hasVerdicts ? verdictTable(verdictCounts) : null;
  const agreement = yield* agreementOf(ground, rated);
  return {
    ok: true,
    comparison: { ...paired, ground, pairs, changed, counts, shifts, given, verdicts, agreement },
  };
}

/** What differs most comes first: other verdicts, then scores that are far apart, then many other criteria. */
export function mostDifferent({ pairs }: Pick<Comparison, 'pairs'>): PairedRow[] {
  return pairs.toSorted(byDifference);
}

function byDifference(a: PairedRow, b: PairedRow): number {
  return Number(b.verdictChanged) - Number(a.verdictChanged) || b.apart - a.apart || b.criteria - a.criteria;
}

export interface PairFilter {
  input: 'same' | 'changed';
  changedOnly: boolean;
  verdict: 'any' | 'changed' | { from: VerdictKey; to: VerdictKey };
  criterion: number | null;
  order: 'run' | 'difference';
}

export const firstFilter: PairFilter = {
  input: 'same',
  changedOnly: true,
  verdict: 'any',
  criterion: null,
  order: 'difference',
};

type Compared = Comparison & Record<Side, Pick<ComparedRun, 'digestAt'>>;

export function filterPairs(result: Compared, filter: PairFilter): PairedRow[] {
  const { input, changedOnly, verdict, criterion, order } = filter;
  const kept: { pair: PairedRow; distance: number }[] = [];
  for (const pair of input === 'same' ? result.pairs : result.changed) {
    if (changedOnly && !pair.different) continue;
    if (verdict === 'changed' && !pair.verdictChanged) continue;
    if (typeof verdict === 'object' && !hasVerdicts(result, pair, verdict)) continue;
    const change = criterion === null ? null : changeOf(result, pair, criterion);
    if (criterion !== null && change === null) continue;
    // Of one criterion, labels and what is open come after numbers.
    kept.push({ pair, distance: change?.kind === 'number' ? Math.abs(change.delta) : 0 });
  }
  if (order === 'difference')
    kept.sort((one, other) => other.distance - one.distance || byDifference(one.pair, other.pair));
  return kept.map(({ pair }) => pair);
}

function hasVerdicts({ a, b }: Compared, pair: PairedRow, { from, to }: { from: string; to: string }) {
  return verdictKey(a.digestAt(pair.a)) === from && verdictKey(b.digestAt(pair.b)) === to;
}

function changeOf({ a, b, ground }: Compared, pair: PairedRow, criterion: number): ValueChange | null {
  const criteria = ground.criteria.slice(criterion, criterion + 1);
  return compareRow({ criteria, scores: false }, a.digestAt(pair.a), b.digestAt(pair.b)).criteria[0] ?? null;
}
