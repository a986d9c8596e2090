import { statusSchema, type Status } from '../../judgement/judgement';
import type { RunCounts, Cell } from '../run-record';
import { verdictMeaning } from '../../rubric/values';
import {
  fewestForMean,
  include,
  meanDecimals,
  meanOf,
  noSums,
  shareOf,
  type Mean,
  type Share,
  type Sums,
} from '../../kit/text/figures';
import { type Measured, type Why, measureCase } from './measure';
import type { Rubric } from '../../rubric/rubric';
import type { Findings } from '../../judgement/digest';

interface Sample {
  sample: number;
  digest: Findings;
}

/** Counts cases, each once however often it was asked, as results of their samples come. */
export class CaseTally {
  readonly #rubric: Rubric;
  readonly #tally = new Tally();
  readonly #samples = new Map<number, Sample[]>();

  constructor(rubric: Rubric) {
    this.#rubric = rubric;
  }

  set({ caseKey, sample }: Cell, digest: Findings): void {
    const before = this.#samples.get(caseKey) ?? [];
    if (before.length > 0) this.#tally.remove(this.#measure(before));
    const after = [...before.filter((other) => other.sample !== sample), { sample, digest }];
    after.sort((one, other) => one.sample - other.sample);
    this.#samples.set(caseKey, after);
    this.#tally.add(this.#measure(after));
  }

  counts(): Pick<RunCounts, 'done' | 'statuses' | 'score' | 'passed'> {
    return this.#tally.counts();
  }

  #measure(samples: readonly Sample[]) {
    return measureCase(
      this.#rubric,
      samples.map(({ digest }) => digest),
    );
  }
}

/** What many judgements add up to. Unscored and partial ones are counted, and enter no mean and no rate. */
export interface Summary {
  judged: number;
  statuses: { status: Status; count: number }[];
  score: Mean;
  criteria: Mean[];
  /** Null where no verdict is one of the words that mean pass or fail everywhere. */
  passed: Share | null;
  /** Those among them that contradict the facts or themselves. */
  passedInconsistent: number;
  /** Statements that do not hold, and in how many cases. */
  contradictions: { count: number; cases: number };
  verdicts: { verdict: string; count: number }[];
  failedChecks: { id: string; count: number }[];
  /** Why cases are unscored, most frequent first. */
  unscored: (Why & { count: number })[];
  rulesOnly: boolean;
}

export class Tally {
  #judged = 0;
  #asked = 0;
  readonly #statuses = new Map<Status, number>();
  readonly #verdicts = new Map<string, number>();
  readonly #checks = new Map<string, number>();
  readonly #whys = new Map<string, Why & { count: number }>();
  readonly #score = noSums();
  readonly #criteria: Sums[] = [];
  #ruled = 0;
  #passes = 0;
  #passesInconsistent = 0;
  #contradictions = 0;
  #contradicted = 0;
  #meant = 0;

  add(measured: Measured): void {
    this.#change(measured, 1);
  }
  /** Takes out what `add` put in: the same figures, or the counts are wrong from then on. */
  remove(measured: Measured): void {
    this.#change(measured, -1);
  }

  summary(): Summary {
    return {
      judged: this.#judged,
      statuses: statusSchema.options
        .map((status) => ({ status, count: this.#statuses.get(status) ?? 0 }))
        .filter(({ count }) => count > 0),
      score: meanOf(this.#score),
      criteria: this.#criteria.map(meanOf),
      passed: this.#meant > 0 ? shareOf(this.#passes, this.#ruled) : null,
      passedInconsistent: this.#passesInconsistent,
      contradictions: { count: this.#contradictions, cases: this.#contradicted },
      verdicts: byFrequency(this.#verdicts).map(([verdict, count]) => ({ verdict, count })),
      failedChecks: byFrequency(this.#checks).map(([id, count]) => ({ id, count })),
      unscored: [...this.#whys.values()].sort(
        (a, b) => b.count - a.count || (whyKey(a) < whyKey(b) ? -1 : 1),
      ),
      rulesOnly: this.#judged > 0 && this.#asked === 0,
    };
  }

  /** The bare figures, however few they rest on: see `headlineFigures`. */
  counts(): Pick<RunCounts, 'done' | 'statuses' | 'score' | 'passed'> {
    const { count, sum } = this.#score;
    return {
      done: this.#judged,
      statuses: Object.fromEntries(this.#statuses),
      score: count > 0 ? { mean: sum / count, count } : null,
      passed: this.#meant > 0 ? { share: this.#passes / this.#ruled, count: this.#ruled } : null,
    };
  }

  #change(measured: Measured, sign: 1 | -1): void {
    this.#judged += sign;
    if (measured.askedModel) this.#asked += sign;
    bump(this.#statuses, measured.status, sign);
    if (measured.verdict !== null) bump(this.#verdicts, measured.verdict, sign);
    for (const id of measured.failedChecks) bump(this.#checks, id, sign);
    if (measured.why) this.#bumpWhy(measured.why, sign);
    this.#contradictions += sign * measured.failedErrors;
    if (measured.failedErrors > 0) this.#contradicted += sign;
    if (measured.scored) this.#includeScores(measured, sign);
  }

  #bumpWhy(why: Why, by: number): void {
    const key = whyKey(why);
    const count = (this.#whys.get(key)?.count ?? 0) + by;
    if (count > 0) this.#whys.set(key, { ...why, count });
    else this.#whys.delete(key);
  }

  #includeScores({ status, score, criteria, verdict }: Measured, sign: 1 | -1): void {
    if (score !== null) include(this.#score, score, sign);
    criteria.forEach((value, index) => {
      const sums = (this.#criteria[index] ??= noSums());
      if (value !== null) include(sums, value, sign);
    });
    if (verdict === null) return;
    const meaning = verdictMeaning(verdict);
    this.#ruled += sign;
    if (meaning === 'pass') this.#passes += sign;
    if (meaning === 'pass' && status === 'inconsistent') this.#passesInconsistent += sign;
    if (meaning !== null) this.#meant += sign;
  }
}

function bump<K>(counts: Map<K, number>, key: K, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

function whyKey({ reason, cause }: Why): string {
  return `${reason} ${cause ?? ''}`;
}

function byFrequency(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

/** A stored run's headline numbers as they may be shown. Null where nothing has a score, or no verdict means pass or fail. */
export function headlineFigures({ score, passed }: Pick<RunCounts, 'score' | 'passed'>): {
  score: Mean | null;
  passed: Share | null;
} {
  return {
    score: score && meanOfCounts(score),
    passed: passed && shareOf(Math.round(passed.share * passed.count), passed.count),
  };
}

/** The spread is not stored with a run's counts: a quarter of the mean stands for it, which is seldom too little. */
function meanOfCounts({ mean, count }: NonNullable<RunCounts['score']>): Mean {
  if (count < fewestForMean) return { count, value: null, decimals: 0 };
  return { count, value: mean, decimals: meanDecimals(mean, Math.abs(mean) / 4 / Math.sqrt(count)) };
}
