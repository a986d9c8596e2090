import {
  significantDecimals,
  fewestForMean,
  meanOf,
  noSums,
  shareOf,
  type Mean,
  type Share,
  type Sums,
} from '../kit/text/figures';
import { canonicalJson } from '../kit/json';
import type { Slices } from '../kit/sliced-work.browser';
import { JointTable, cohenKappa, quadraticKappa, type Estimate, spearman } from './coefficients';
import type { Known } from '../rubric/values';
import type { Digest } from '../judgement/digest';
import { numberOf } from '../judgement/explain';
import type { Ground, SharedCriterion } from './comparable';
import type { Side } from './stored-run';

export interface Agreement {
  score: NumberAgreement | null;
  verdict: LabelAgreement;
  criteria: (NumberAgreement | LabelAgreement)[];
}

type Said = Known | null | undefined;
type Read<Rating> = (digest: Digest, side: Side) => Rating | null;

export function* agreementOf(
  { criteria, scores }: Pick<Ground, 'criteria' | 'scores'>,
  rated: readonly { a: Digest; b: Digest }[],
): Slices<Agreement> {
  const tableOf = <Rating extends number | string>(read: Read<Rating>) => {
    const table = new JointTable<Rating>();
    for (const { a, b } of rated) {
      const one = read(a, 'a');
      const other = read(b, 'b');
      if (one !== null && other !== null) table.add(one, other);
    }
    return table;
  };
  // A total is a sum or a mean of many things: points, never steps.
  const score = scores
    ? numberAgreement(
        tableOf(({ score: said }) => numberOf(said)),
        null,
      )
    : null;
  const verdict = labelAgreement(tableOf(({ verdict: said }) => labelIn(said)));
  const agreements: Agreement['criteria'] = [];
  for (const criterion of criteria) {
    yield;
    const said = (digest: Digest, side: Side) => digest.criteria[criterion.place[side]];
    agreements.push(
      criterion.kind === 'score'
        ? numberAgreement(
            tableOf((digest, side) => numberOf(said(digest, side) ?? undefined)),
            criterion,
          )
        : labelAgreement(tableOf((digest, side) => labelIn(said(digest, side)))),
    );
  }
  return { score, verdict, criteria: agreements };
}

function labelIn(said: Said): string | null {
  return said?.kind === 'value' ? canonicalJson(said.value) : null;
}

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

/** A scale with more steps is one of points. */
const mostSteps = 10;

type Scale = Pick<SharedCriterion, 'min' | 'max'>;

export function numberAgreement(table: JointTable<number>, scale: Scale | null): NumberAgreement {
  const { count } = table;
  const distance = noSums();
  const shift = noSums();
  for (const [a, b, times] of table.cells()) {
    includeTimes(distance, Math.abs(b - a), times);
    includeTimes(shift, b - a, times);
  }
  return {
    kind: 'number',
    count,
    exact: exactShare(table),
    distance: meanOf(distance),
    shift: meanOf(shift),
    kappa: isOrdinal(table, scale)
      ? coefficient(count, quadraticKappa(table))
      : { count, value: null, because: 'not-ordinal' },
    spearman: coefficient(count, spearman(table)),
  };
}

export function labelAgreement(table: JointTable<string>): LabelAgreement {
  const { count } = table;
  return { kind: 'label', count, exact: exactShare(table), kappa: coefficient(count, cohenKappa(table)) };
}

function exactShare(table: JointTable<number> | JointTable<string>): Share {
  let met = 0;
  for (const [a, b, times] of table.cells()) if (a === b) met += times;
  return shareOf(met, table.count);
}

/** Whether ratings are steps from `min` to `max`, as 0 to 5, rather than points or means. */
function isOrdinal(table: JointTable<number>, scale: Scale | null): boolean {
  if (scale === null || scale.max === null || scale.max - scale.min > mostSteps) return false;
  const { a, b } = table.margins();
  return [scale.min, scale.max, ...a.keys(), ...b.keys()].every((rating) => Number.isInteger(rating));
}

function includeTimes(sums: Sums, value: number, times: number): void {
  sums.count += times;
  sums.sum += times * value;
  sums.squares += times * value * value;
}

function coefficient(count: number, estimate: Estimate | null): Coefficient {
  if (count < fewestForMean) return { count, value: null, because: 'too-few' };
  if (estimate === null) return { count, value: null, because: 'no-variance' };
  const { value, standardError } = estimate;
  // All or none needs no decimal, and its standard error is 0 by construction, however few the cases.
  if (Math.abs(value) === 1) return { count, value, decimals: 0 };
  const decimals = significantDecimals(standardError);
  if (decimals === 0) return { count, value: null, because: 'too-uncertain' };
  return { count, value, decimals };
}
