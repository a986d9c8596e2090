import { cellNumber, cellsOf, orderOf } from '../../sheet/run/order';
import type { Rubric } from '../../rubric/rubric';
import type { Cell, Order, RunEntry, RunHead, RunResult } from '../../sheet/run-record';
import type { SheetCase } from '../../sheet/sheet';
import { CaseTally } from '../../sheet/figures/tally';
import { spentWith, type Spending } from '../../judgement/spending';
import { isCurrent } from '../../judgement/receipt';

export type LoggedResult = Pick<RunEntry, 'caseKey' | 'sample' | 'hash' | 'revision' | 'digest' | 'place'>;

/** What a cell holds of its case as it reads today. An outdated cell is empty. */
export type CellStanding = 'empty' | 'failed' | 'scored';

interface OpenOrder {
  order: Order;
  open: Map<number, Cell>;
  total: number;
}

/** The cells of a run, while its questions go out in files and results come back: what each holds, and which orders are open. */
export class BatchCells {
  readonly #before: RunHead;
  readonly #isCurrent: (result: Pick<RunEntry, 'caseKey' | 'hash' | 'revision'>) => boolean;
  readonly #isVisible: (key: number) => boolean;
  readonly #standing = new Map<number, Exclude<CellStanding, 'empty'>>();
  readonly #tally: CaseTally;
  readonly #length: number;
  #orders: OpenOrder[];
  #ordered: OpenOrder | null = null;
  #progress: RunHead['progress'];
  #spending: Spending;

  /** `log` is the run's, in order. Cases that were purged are not among `cases`. */
  constructor(
    head: RunHead,
    rubric: Rubric,
    cases: ReadonlyMap<number, SheetCase>,
    log: Iterable<LoggedResult>,
  ) {
    this.#before = head;
    this.#isCurrent = (result) => {
      const subject = cases.get(result.caseKey);
      return subject !== undefined && isCurrent(result, subject, rubric);
    };
    this.#isVisible = (key) => cases.get(key)?.hidden === false;
    this.#tally = new CaseTally(rubric);
    this.#progress = head.progress;
    this.#spending = { tokens: head.counts.tokens, cost: head.counts.cost };
    const newest = new Map<number, LoggedResult>();
    for (const result of log) newest.set(cellNumber(result), result);
    let length = 0;
    for (const result of newest.values()) {
      length = Math.max(length, result.place + 1);
      if (this.#isCurrent(result)) this.#hold(result);
    }
    this.#length = length;
    this.#orders = head.orders.map((order) => this.#openOrder(order, newest));
  }

  standingOf(cell: Cell): CellStanding {
    return this.#standing.get(cellNumber(cell)) ?? 'empty';
  }
  isAwaited(cell: Cell): boolean {
    return this.#orders.some(({ open }) => open.has(cellNumber(cell)));
  }
  awaited(): Cell[] {
    const cells = new Map(this.#orders.flatMap(({ open }) => [...open]));
    return [...cells.values()].sort((a, b) => cellNumber(a) - cellNumber(b));
  }

  /** Orders these cells. Earlier orders stay only where they want something else. */
  order(cells: readonly Cell[]): void {
    if (cells.length === 0) return;
    const added = this.#openOrder(orderOf(cells, this.#length), new Map());
    this.#ordered = added;
    this.#orders = [
      ...this.#orders.filter(({ open }) => [...open.keys()].some((number) => !added.open.has(number))),
      added,
    ];
    this.#note();
  }

  /** One of a text that was edited since fills its cell, and counts nowhere. */
  record(result: RunResult): void {
    this.#spending = spentWith(this.#spending, result.judgement);
    if (this.#isCurrent(result)) this.#hold(result);
    for (const { open } of this.#orders) open.delete(cellNumber(result));
    this.#note();
  }

  head(now: Date): RunHead {
    const orders = this.#orders.filter(({ open }) => open.size > 0);
    return {
      ...this.#before,
      ...this.#waiting(orders.at(-1)),
      orders: orders.map(({ order }) => order),
      progress: this.#progress,
      changed: now.toISOString(),
      counts: { ...this.#before.counts, ...this.#tally.counts(), ...this.#spending },
    };
  }

  /** Whatever made the run wait for the rest of an order still does. */
  #waiting(last: OpenOrder | undefined): Pick<RunHead, 'state' | 'pause'> {
    const { orders, state, pause } = this.#before;
    if (last?.order === orders.at(-1)) return { state, pause };
    if (!last) return { state: 'finished', pause: null };
    // An order that the batch interrupted was never in its files.
    return { state: 'paused', pause: { because: last === this.#ordered ? 'batch' : 'person', detail: '' } };
  }

  #hold(result: Pick<LoggedResult, 'caseKey' | 'sample' | 'digest'>): void {
    const { digest, caseKey } = result;
    this.#standing.set(cellNumber(result), digest.status === 'unscored' ? 'failed' : 'scored');
    if (this.#isVisible(caseKey)) this.#tally.set(result, digest);
  }

  /** No order waits for cells of hidden and purged cases. */
  #openOrder(order: Order, newest: ReadonlyMap<number, LoggedResult>): OpenOrder {
    const cells = cellsOf(order).filter(({ caseKey }) => this.#isVisible(caseKey));
    const numbered = cells.map((cell) => [cellNumber(cell), cell] as const);
    const open = numbered.filter(([number]) => (newest.get(number)?.place ?? -1) < order.since);
    return { order, open: new Map(open), total: cells.length };
  }

  #note(): void {
    const last = this.#orders.at(-1);
    if (last) this.#progress = { done: last.total - last.open.size, total: last.total };
  }
}

export function caseIn(byKey: ReadonlyMap<number, SheetCase>): (key: number) => SheetCase {
  return (key) => {
    const found = byKey.get(key);
    if (!found) throw new Error(`Expected a case with the key ${key} among ${byKey.size}.`);
    return found;
  };
}
