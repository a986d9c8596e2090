import type { Judgement } from '../core/model/judgement';
import type { Rubric } from '../core/model/rubric';
import type { Digest, RunCounts, RunEntry, RunHead } from '../core/model/run';
import { measureDigest, numericPlaces } from '../core/stats/measure';
import { nothingSpent, spentWith, sumSpending, type Spending } from '../core/stats/spending';
import { Tally } from '../core/stats/tally';

export type EarlierResult = Pick<RunEntry, 'row' | 'sample' | 'digest'>;
export interface UnitPlace {
  row: number;
  sample: number;
}

/** Which units of a run are still to be asked, and what its results add up to. */
export class RunLedger {
  readonly #samples: number;
  readonly #total: number;
  /** One byte per unit: a set of numbers would take forty times as much. */
  readonly #settled: Uint8Array;
  /** Results that count until the unit's next one comes. */
  readonly #superseded = new Map<number, Digest>();
  readonly #places: number[];
  readonly #tally = new Tally();
  /** Of all that has a result, and of what was asked for nothing. */
  #spending: Spending;
  /** Of units that have no result yet. */
  readonly #begun = new Map<number, Spending>();
  #cursor = 0;
  /** Units that were given out and came back without a result. */
  readonly #returned: number[] = [];
  #settledCount = 0;
  #settledFailed = 0;
  #unpriced: number;

  /** `earlier` is the run's log in order, or the last result of each unit. */
  constructor(
    { cases, settings, counts }: Pick<RunHead, 'cases' | 'settings' | 'counts'>,
    rubric: Rubric,
    earlier: Iterable<EarlierResult> = [],
    askAgain: (result: EarlierResult) => boolean = () => false,
  ) {
    this.#samples = settings.samples;
    this.#total = cases * settings.samples;
    this.#settled = new Uint8Array(this.#total);
    this.#places = numericPlaces(rubric);
    this.#spending = { tokens: counts.tokens, cost: counts.cost };
    this.#unpriced = counts.unpriced ?? 0;
    const last = new Map<number, EarlierResult>();
    for (const result of earlier) last.set(this.#unitOf(result), result);
    for (const [unit, result] of last) {
      this.#tally.add(measureDigest(result.digest, this.#places));
      if (askAgain(result)) this.#superseded.set(unit, result.digest);
      else this.#settle(unit, result.digest);
    }
    this.#skipSettled();
  }

  get total(): number {
    return this.#total;
  }
  /** Units that are not to be asked again. */
  get settled(): number {
    return this.#settledCount;
  }
  /** Those of them that have no score. */
  get settledFailed(): number {
    return this.#settledFailed;
  }
  /** Whether every unit has a result, were it one that was to be asked again. */
  get complete(): boolean {
    return this.done === this.#total;
  }
  /** Of units that are still asked about, too: a tab that dies has paid for them all the same. */
  get spending(): Spending {
    return [...this.#begun.values()].reduce(sumSpending, this.#spending);
  }
  /** How many units have a result. */
  get done(): number {
    return this.#tally.counts().done;
  }
  /** Questions without a cost, as far as costs are counted. */
  get unpriced(): number {
    return this.#unpriced;
  }
  get hasNext(): boolean {
    return this.#returned.length > 0 || this.#cursor < this.#total;
  }

  isOpen(row: number): boolean {
    return this.#settled.subarray(row * this.#samples, (row + 1) * this.#samples).includes(0);
  }

  /**
   * Each unit once, in the order of the rows. The samples of a case follow each other: a provider that keeps prompts for a
   * while then has the whole prompt still at hand, and a run that is broken off has whole cases rather than a bit of each.
   */
  next(): UnitPlace {
    if (!this.hasNext) throw new Error(`Expected at most ${this.#total} units to be asked for.`);
    const unit = this.#returned.shift() ?? this.#advance();
    return { row: Math.floor(unit / this.#samples), sample: unit % this.#samples };
  }

  /** Takes back a unit that could be put to nobody. It is the next to be asked. */
  putBack(place: UnitPlace): void {
    const unit = this.#unitOf(place);
    this.#spending = sumSpending(this.#spending, this.#begun.get(unit) ?? nothingSpent);
    this.#begun.delete(unit);
    this.#returned.push(unit);
  }

  /** What one of a unit's questions took, before the unit has a result. */
  spend(place: UnitPlace, spent: Spending): void {
    const unit = this.#unitOf(place);
    const before = this.#begun.get(unit);
    this.#begun.set(unit, before ? sumSpending(before, spent) : spent);
  }

  /** Nobody named a cost of a question. */
  noteUnpriced(): void {
    this.#unpriced += 1;
  }

  /** `final`: false where a better result may still come, and takes this one's place then. */
  record(place: UnitPlace, digest: Digest, judgement: Judgement, final = true): void {
    const unit = this.#unitOf(place);
    const before = this.#superseded.get(unit);
    if (before) this.#tally.remove(measureDigest(before, this.#places));
    this.#superseded.delete(unit);
    this.#tally.add(measureDigest(digest, this.#places));
    this.#begun.delete(unit);
    this.#spending = spentWith(this.#spending, judgement);
    if (final) this.#settle(unit, digest);
    else this.#superseded.set(unit, digest);
    // Where it was judged before this run went on, it has not been given out.
    this.#skipSettled();
  }

  counts(): RunCounts {
    const unpriced = this.#unpriced;
    return { ...this.#tally.counts(), ...this.spending, ...(unpriced > 0 && { unpriced }) };
  }

  #settle(unit: number, digest: Digest): void {
    if (this.#settled[unit] === 1) throw new Error(`Expected one result for unit ${unit}, got a second.`);
    this.#settled[unit] = 1;
    this.#settledCount += 1;
    if (digest.status === 'unscored') this.#settledFailed += 1;
  }

  #advance(): number {
    const unit = this.#cursor;
    this.#cursor += 1;
    this.#skipSettled();
    return unit;
  }

  #skipSettled(): void {
    while (this.#settled[this.#cursor] === 1) this.#cursor += 1;
  }

  #unitOf({ row, sample }: UnitPlace): number {
    const unit = row * this.#samples + sample;
    if (sample < this.#samples && unit < this.#total) return unit;
    throw new Error(
      `Expected a row and sample of ${this.#total / this.#samples} cases with ${this.#samples} samples, got row ${row}, sample ${sample}.`,
    );
  }
}
