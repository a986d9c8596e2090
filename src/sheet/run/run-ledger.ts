import type { Judgement } from '../../judgement/judgement';
import type { Digest } from '../../judgement/digest';
import { nothingSpent, spentWith, sumSpending, type Spending } from '../../judgement/spending';
import type { Rubric } from '../../rubric/rubric';
import { CaseTally } from '../figures/tally';
import type { Cell, RunCounts } from '../run-record';
import { cellNumber, cellsOf } from './order';
import type { RunPlan } from './run-scheduler';

export class RunLedger {
  readonly #cells: readonly Cell[];
  /** Numbers of the cells that this order had left. */
  readonly #ordered: ReadonlySet<number>;
  readonly #open: Set<number>;
  /** Those of them that have no result that counts, old or new. */
  readonly #empty: Set<number>;
  readonly #tally: CaseTally;
  readonly #filledBefore: number;
  readonly failedBefore: number;
  /** Of all that has a result, and of questions that came to nothing. */
  #spending: Spending;
  readonly #begun = new Map<number, Spending>();
  #cursor = 0;
  readonly #returned: Cell[] = [];
  results = 0;
  /** Questions without a cost, as far as costs are counted. */
  unpriced: number;

  constructor({ head, cells, earlier = [] }: Pick<RunPlan, 'head' | 'cells' | 'earlier'>, rubric: Rubric) {
    const { tokens, cost, unpriced = 0 } = head.counts;
    this.#cells = cells;
    this.#ordered = new Set(cells.map(cellNumber));
    this.#open = new Set(this.#ordered);
    this.#empty = new Set(this.#ordered);
    this.#tally = new CaseTally(rubric);
    this.#spending = { tokens, cost };
    this.unpriced = unpriced;
    const order = head.orders.at(-1);
    const ordered = new Set(order ? cellsOf(order).map(cellNumber) : []);
    if (cells.length > ordered.size)
      throw new Error(`Expected at most the ${ordered.size} cells that were ordered, got ${cells.length}.`);
    this.#filledBefore = ordered.size - cells.length;
    let failed = 0;
    for (const result of earlier) {
      this.results += 1;
      this.#tally.set(result, result.digest);
      const number = cellNumber(result);
      if (this.has(result)) this.#empty.delete(number);
      else if (result.digest.status === 'unscored' && ordered.has(number)) failed += 1;
    }
    this.failedBefore = failed;
  }

  get progress(): { done: number; total: number } {
    const total = this.#filledBefore + this.#cells.length;
    return { done: total - this.#open.size, total };
  }
  /** Whether every cell of the order has a result that counts, even one that was to be asked again. */
  get complete(): boolean {
    return this.#empty.size === 0;
  }
  /** Of cells that are still asked about, too: a tab that dies has paid for them all the same. */
  get spending(): Spending {
    return [...this.#begun.values()].reduce(sumSpending, this.#spending);
  }
  get hasNext(): boolean {
    return this.#returned.length > 0 || this.#cursor < this.#cells.length;
  }
  /** Cells that are still to be filled, also those that are being asked. */
  get open(): Cell[] {
    return this.#cells.filter((cell) => this.#open.has(cellNumber(cell)));
  }
  has(cell: Cell): boolean {
    return this.#ordered.has(cellNumber(cell));
  }

  next(): Cell {
    const cell = this.#returned.shift() ?? this.#cells[this.#cursor++];
    if (!cell) throw new Error(`Expected at most ${this.#cells.length} cells to be asked for.`);
    this.#skipFilled();
    return cell;
  }

  /** Takes back a cell that reached no judge. It is the next to be asked. */
  requeue({ caseKey, sample }: Cell): void {
    const cell = { caseKey, sample };
    const number = cellNumber(cell);
    this.#spending = sumSpending(this.#spending, this.#begun.get(number) ?? nothingSpent);
    this.#begun.delete(number);
    this.#returned.push(cell);
  }

  leaveOut(cell: Cell): void {
    this.#fill(cellNumber(cell));
  }

  spend(cell: Cell, spent: Spending): void {
    const number = cellNumber(cell);
    const before = this.#begun.get(number);
    this.#begun.set(number, before ? sumSpending(before, spent) : spent);
  }

  record(cell: Cell, digest: Digest, judgement: Judgement): void {
    const number = cellNumber(cell);
    if (!this.has(cell) || this.#empty.has(number)) this.results += 1;
    this.#tally.set(cell, digest);
    this.#begun.delete(number);
    this.#spending = spentWith(this.#spending, judgement);
    this.#fill(number);
  }

  counts(): RunCounts {
    const { unpriced } = this;
    return { ...this.#tally.counts(), ...this.spending, ...(unpriced > 0 && { unpriced }) };
  }

  #fill(number: number): void {
    this.#open.delete(number);
    this.#empty.delete(number);
    this.#skipFilled();
  }

  /** What the storage refused before is filled before it is given out. */
  #skipFilled(): void {
    for (;;) {
      const cell = this.#cells[this.#cursor];
      if (!cell || this.#open.has(cellNumber(cell))) return;
      this.#cursor += 1;
    }
  }
}
