import {
  earnedDecimals,
  fewestForMean,
  meanOf,
  noSums,
  shareOf,
  type Mean,
  type Share,
  type Sums,
} from '../kit/text/figures';
import { JointTable, cohenKappa, quadraticKappa, type Estimate, spearman } from './coefficients';
import type { Known } from '../rubric/values';
import type { Digest } from '../judgement/digest';
import type { Ground, SharedCriterion } from './comparable';
import { jsonKey } from './compare-row';

export interface Agreement {
  /** Null where the scores are on other scales. */
  score: NumberAgreement | null;
  verdict: LabelAgreement;
  /** By place in the shared criteria. */
  criteria: (NumberAgreement | LabelAgreement)[];
}

type Tables =
  | { kind: 'score'; criterion: SharedCriterion; table: JointTable<number> }
  | { kind: 'choice'; criterion: SharedCriterion; table: JointTable<string> };

/** Collects what both runs say of each case. */
export class Ratings {
  readonly #scores: JointTable<number> | null;
  readonly #verdicts = new JointTable<string>();
  readonly #criteria: Tables[];

  constructor({ criteria, scores }: Pick<Ground, 'criteria' | 'scores'>) {
    this.#scores = scores ? new JointTable() : null;
    this.#criteria = criteria.map((criterion): Tables =>
      criterion.kind === 'score'
        ? { kind: 'score', criterion, table: new JointTable() }
        : { kind: 'choice', criterion, table: new JointTable() },
    );
  }

  add(a: Digest, b: Digest): void {
    if (this.#scores) addNumbers(this.#scores, a.score, b.score);
    addLabels(this.#verdicts, a.verdict, b.verdict);
    for (const { kind, criterion, table } of this.#criteria) {
      const one = a.criteria[criterion.place.a];
      const other = b.criteria[criterion.place.b];
      if (kind === 'score') addNumbers(table, one, other);
      else addLabels(table, one, other);
    }
  }

  /** Offers to pause between one criterion and the next. */
  *agreement(): Generator<void, Agreement, void> {
    // A total is a sum or a mean of many things: points, never steps.
    const score = this.#scores && numberAgreement(this.#scores, null);
    yield;
    const verdict = labelAgreement(this.#verdicts);
    const criteria: Agreement['criteria'] = [];
    for (const { kind, criterion, table } of this.#criteria) {
      yield;
      criteria.push(kind === 'score' ? numberAgreement(table, criterion) : labelAgreement(table));
    }
    return { score, verdict, criteria };
  }
}

type Said = Known | null | undefined;

function addNumbers(table: JointTable<number>, a: Said, b: Said): void {
  if (a?.kind !== 'value' || b?.kind !== 'value') return;
  if (typeof a.value === 'number' && typeof b.value === 'number') table.add(a.value, b.value);
}

function addLabels(table: JointTable<string>, a: Said, b: Said): void {
  if (a?.kind === 'value' && b?.kind === 'value') table.add(jsonKey(a.value), jsonKey(b.value));
}

/** A coefficient from -1 to 1 and over how many cases, or why it cannot be told. */
export type Coefficient =
  | { count: number; value: number; decimals: number }
  | {
      count: number;
      value: null;
      /** `no-variance`: a side said the same of every case. `too-uncertain`: not even its first decimal would hold. */
      because: 'too-few' | 'no-variance' | 'too-uncertain' | 'not-ordinal';
    };

export interface NumberAgreement {
  kind: 'number';
  count: number;
  exact: Share;
  /** How far apart on average, whichever way. */
  distance: Mean;
  /** How much higher B is on average. */
  shift: Mean;
  /** Quadratic weights. Only for scales of a few whole steps. */
  kappa: Coefficient;
  spearman: Coefficient;
}

export interface LabelAgreement {
  kind: 'label';
  count: number;
  exact: Share;
  kappa: Coefficient;
}

/** From how many steps on a scale is one of points, which nobody tells apart one by one. */
const mostSteps = 10;

/** Whether ratings are steps from `min` to `max`, as 0 to 5, rather than points or means. */
export interface Scale {
  min: number;
  max: number | null;
}

export function numberAgreement(table: JointTable<number>, scale: Scale | null): NumberAgreement {
  const distance = noSums();
  const shift = noSums();
  let met = 0;
  for (const [a, b, times] of table.cells()) {
    if (a === b) met += times;
    includeTimes(distance, Math.abs(b - a), times);
    includeTimes(shift, b - a, times);
  }
  const { count } = table;
  return {
    kind: 'number',
    count,
    exact: shareOf(met, count),
    distance: meanOf(distance),
    shift: meanOf(shift),
    kappa: isOrdinal(table, scale)
      ? told(count, quadraticKappa(table))
      : { count, value: null, because: 'not-ordinal' },
    spearman: told(count, spearman(table)),
  };
}

export function labelAgreement(table: JointTable<string>): LabelAgreement {
  let met = 0;
  for (const [a, b, times] of table.cells()) if (a === b) met += times;
  const { count } = table;
  return { kind: 'label', count, exact: shareOf(met, count), kappa: told(count, cohenKappa(table)) };
}

function isOrdinal(table: JointTable<number>, scale: Scale | null): boolean {
  if (scale === null || scale.max === null) return false;
  if (!Number.isInteger(scale.min) || !Number.isInteger(scale.max)) return false;
  if (scale.max - scale.min > mostSteps) return false;
  const { a, b } = table.margins();
  return [...a.keys(), ...b.keys()].every((rating) => Number.isInteger(rating));
}

function includeTimes(sums: Sums, value: number, times: number): void {
  sums.count += times;
  sums.sum += times * value;
  sums.squares += times * value * value;
}

function told(count: number, estimate: Estimate | null): Coefficient {
  if (count < fewestForMean) return { count, value: null, because: 'too-few' };
  if (estimate === null) return { count, value: null, because: 'no-variance' };
  const { value, standardError } = estimate;
  // All or none needs no decimal, and its standard error is 0 by construction, however few the cases.
  if (Math.abs(value) === 1) return { count, value, decimals: 0 };
  const decimals = earnedDecimals(standardError);
  if (decimals === 0) return { count, value: null, because: 'too-uncertain' };
  return { count, value, decimals };
}
