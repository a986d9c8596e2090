import type { Judgement } from '../../judgement/judgement';
import type { Digest } from '../../judgement/digest';
import { nothingSpent, spentWith, sumSpending, type Spending } from '../../judgement/spending';
import type { Rubric } from '../../rubric/rubric';
import { CaseTally } from '../figures/tally';
import type { Cell, RunCounts, RunHead } from '../run-record';
import { cellNumber, countCells, isOrdered } from './order';
import type { EarlierResult } from './run-scheduler';

interface LedgerPlan {
  head: Pick<RunHead, 'orders' | 'counts'>;
  /** What is left of the last order, in the order in which it is asked. */
  cells: readonly Cell[];
  /** One result per cell. */
  earlier?: Iterable<EarlierResult>;
  /** Results that are recorded before anything is asked, of whichever cells. */
  unwritten?: Iterable<Cell>;
}

/** Which cells of an order are still to be asked, and what the run's results add up to. */
export class RunLedger {
  readonly #cells: readonly Cell[];
  /** Places in `cells` by the numbers of cells. */
  readonly #places = new Map<number, number>();
  /** One byte per cell. */
  readonly #settled: Uint8Array;
  /** How many cells of a case are to be filled; without those that have none. */
  readonly #openOf = new Map<number, number>();
  readonly #tally: CaseTally;
  /** Cases with results that are recorded first: more of them may come at any time. */
  readonly #unwritten: ReadonlySet<number>;
  /** Cells of the order that have no result that counts, old or new. */
  readonly #empty: Set<number>;
  /** Cells of the order that were filled before. */
  readonly #filledBefore: number;
  #failedBefore = 0;
  /** Of all that has a result, and of what was asked for nothing. */
  #spending: Spending;
  /** Of cells that have no result yet. */
  readonly #begun = new Map<number, Spending>();
  #cursor = 0;
  /** Cells that were given out and came back without a result. */
  readonly #returned: Cell[] = [];
  #settledCount = 0;
  #results = 0;
  #unpriced: number;

  constructor({ head, cells, earlier = [], unwritten = [] }: LedgerPlan, rubric: Rubric) {
    const order = head.orders.at(-1);
    this.#cells = cells;
    this.#settled = new Uint8Array(cells.length);
    this.#tally = new CaseTally(rubric);
    this.#spending = { tokens: head.counts.tokens, cost: head.counts.cost };
    this.#unpriced = head.counts.unpriced ?? 0;
    this.#unwritten = new Set([...unwritten].map(({ caseKey }) => caseKey));
    const total = order ? countCells(order) : 0;
    if (cells.length > total)
      throw new Error(`Expected at most the ${total} cells that were ordered, got ${cells.length}.`);
    this.#filledBefore = total - cells.length;
    for (const [place, cell] of cells.entries()) {
      this.#places.set(cellNumber(cell), place);
      this.#openOf.set(cell.caseKey, (this.#openOf.get(cell.caseKey) ?? 0) + 1);
    }
    this.#empty = new Set(this.#places.keys());
    const closed = new Set<number>();
    for (const result of earlier) {
      const { caseKey, digest } = result;
      this.#results += 1;
      this.#tally.set(result, digest);
      if (!this.#openOf.has(caseKey)) closed.add(caseKey);
      if (this.#places.has(cellNumber(result))) this.#empty.delete(cellNumber(result));
      else if (digest.status === 'unscored' && order && isOrdered(order, result)) this.#failedBefore += 1;
    }
    for (const caseKey of closed) this.#close(caseKey);
  }

  /** Cells of the order, and how many of them are filled. */
  get progress(): { done: number; total: number } {
    return { done: this.#filledBefore + this.#settledCount, total: this.#filledBefore + this.#cells.length };
  }
  /** How many cells of the order were filled without a score before. */
  get failedBefore(): number {
    return this.#failedBefore;
  }
  /** Whether every cell of the order has a result that counts, were it one that was to be asked again. */
  get complete(): boolean {
    return this.#empty.size === 0;
  }
  /** Of cells that are still asked about, too: a tab that dies has paid for them all the same. */
  get spending(): Spending {
    return [...this.#begun.values()].reduce(sumSpending, this.#spending);
  }
  /** How many cells of the run have a result. */
  get results(): number {
    return this.#results;
  }
  /** Questions without a cost, as far as costs are counted. */
  get unpriced(): number {
    return this.#unpriced;
  }
  get hasNext(): boolean {
    return this.#returned.length > 0 || this.#cursor < this.#cells.length;
  }

  /** Whether anything of this case is still to be filled. */
  isOpen(caseKey: number): boolean {
    return this.#openOf.has(caseKey);
  }
  /** Whether a cell is one of those that this order had left. */
  has(cell: Cell): boolean {
    return this.#places.has(cellNumber(cell));
  }

  next(): Cell {
    const cell = this.#returned.shift() ?? this.#cells[this.#cursor++];
    if (!cell) throw new Error(`Expected at most ${this.#cells.length} cells to be asked for.`);
    this.#skipSettled();
    return cell;
  }

  /** Takes back a cell that could be put to nobody. It is the next to be asked. */
  requeue(cell: Cell): void {
    const number = cellNumber(cell);
    this.#spending = sumSpending(this.#spending, this.#begun.get(number) ?? nothingSpent);
    this.#begun.delete(number);
    this.#returned.push({ caseKey: cell.caseKey, sample: cell.sample });
  }

  /** Its case was removed: nothing comes of it. */
  leaveOut(cell: Cell): void {
    this.#settle(cell);
  }

  /** What one of a cell's questions took, before the cell has a result. */
  spend(cell: Cell, spent: Spending): void {
    const number = cellNumber(cell);
    const before = this.#begun.get(number);
    this.#begun.set(number, before ? sumSpending(before, spent) : spent);
  }

  /** The cost of a question is not known. */
  noteUnpriced(): void {
    this.#unpriced += 1;
  }

  record(cell: Cell, digest: Digest, judgement: Judgement): void {
    const number = cellNumber(cell);
    if (!this.has(cell) || this.#empty.has(number)) this.#results += 1;
    this.#tally.set(cell, digest);
    this.#begun.delete(number);
    this.#spending = spentWith(this.#spending, judgement);
    this.#settle(cell);
  }

  counts(): RunCounts {
    const unpriced = this.#unpriced;
    return { ...this.#tally.counts(), ...this.spending, ...(unpriced > 0 && { unpriced }) };
  }

  #settle(cell: Cell): void {
    const number = cellNumber(cell);
    const place = this.#places.get(number);
    if (place === undefined || this.#settled[place] === 1) return;
    this.#settled[place] = 1;
    this.#settledCount += 1;
    this.#empty.delete(number);
    const open = (this.#openOf.get(cell.caseKey) ?? 0) - 1;
    if (open > 0) this.#openOf.set(cell.caseKey, open);
    else {
      this.#openOf.delete(cell.caseKey);
      this.#close(cell.caseKey);
    }
    // Where it was judged before this run went on, it has not been given out.
    this.#skipSettled();
  }

  #close(caseKey: number): void {
    if (!this.#unwritten.has(caseKey)) this.#tally.close(caseKey);
  }

  #skipSettled(): void {
    while (this.#settled[this.#cursor] === 1) this.#cursor += 1;
  }
}
