import type { Cell, Order, RunEntry, RunHead, RunResult } from '../run-record';
import type { SheetCase } from '../sheet';
import type { SheetStore } from '../sheet-store';

type Range = Order['cells'][number]['keys'][number];

const samplesPerCase = 1024;

/** One number for each cell, by which they are looked up and ordered: by case, then by sample. */
export function cellNumber({ caseKey, sample }: Cell): number {
  return caseKey * samplesPerCase + sample;
}

/** `since`: length of the run's log now. A cell that is given twice is ordered once. */
export function orderOf(cells: Iterable<Cell>, since: number): Order {
  const keysOf = new Map<number, number[]>();
  for (const { caseKey, sample } of cells) {
    const keys = keysOf.get(sample) ?? [];
    keysOf.set(sample, keys);
    keys.push(caseKey);
  }
  const samples = [...keysOf].sort(([one], [other]) => one - other);
  return { cells: samples.map(([sample, keys]) => ({ sample, keys: rangesOf(keys) })), since };
}

function rangesOf(keys: number[]): Range[] {
  const ranges: Range[] = [];
  let last: Range | undefined;
  for (const key of keys.sort((one, other) => one - other)) {
    if (last && key <= last[1] + 1) last[1] = key;
    else ranges.push((last = [key, key]));
  }
  return ranges;
}

export function countCells({ cells }: Order): number {
  const ranges = cells.flatMap(({ keys }) => keys);
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** Samples of a case follow each other: a provider then still has the prompt at hand, and a cancelled run has whole cases. */
export function cellsOf({ cells }: Order): Cell[] {
  const all: Cell[] = [];
  for (const { sample, keys } of cells)
    for (const [first, last] of keys)
      for (let caseKey = first; caseKey <= last; caseKey += 1) all.push({ caseKey, sample });
  return all.sort((one, other) => cellNumber(one) - cellNumber(other));
}

/** Those of `cellsOf` that have no result since they were ordered. */
export function openCells(order: Order, entries: Iterable<Cell & { place: number }>): Cell[] {
  const filled = new Set<number>();
  for (const entry of entries) if (entry.place >= order.since) filled.add(cellNumber(entry));
  return cellsOf(order).filter((cell) => !filled.has(cellNumber(cell)));
}

/** Which cells are to be filled: those empty or outdated, so many of those at random, those of these cases, or all in a new run. */
export type CellSelection =
  | { kind: 'all' }
  | { kind: 'random'; count: number }
  | { kind: 'cases'; keys: readonly number[] }
  | { kind: 'new-run' };

export interface RunLog {
  length: number;
  /** By `cellNumber`. */
  newest: ReadonlyMap<number, RunEntry>;
}
export const emptyLog: RunLog = { length: 0, newest: new Map() };

export async function readLog(store: Pick<SheetStore, 'entries'>, run: string): Promise<RunLog> {
  const newest = new Map<number, RunEntry>();
  let length = 0;
  for await (const piece of store.entries(run))
    for (const entry of piece) {
      newest.set(cellNumber(entry), entry);
      length = entry.place + 1;
    }
  return { length, newest };
}

export function withUnwritten({ length, newest }: RunLog, unwritten: readonly RunResult[]): RunLog {
  const all = new Map(newest);
  for (const { judgement: _, ...result } of unwritten)
    all.set(cellNumber(result), { ...result, place: length });
  return { length, newest: all };
}

export type IsCurrent = (entry: RunEntry, row: SheetCase) => boolean;

interface Rows {
  readonly rows: readonly SheetCase[];
  at(key: number): SheetCase | undefined;
}

export function wantedCells(
  cases: Rows,
  wanted: CellSelection,
  samples: number,
  { newest }: RunLog,
  isCurrent: IsCurrent,
): Cell[] {
  const always = wanted.kind === 'cases' ? new Set(wanted.keys) : null;
  const cells: Cell[] = [];
  for (const row of cases.rows) {
    if (always && !always.has(row.key)) continue;
    for (let sample = 0; sample < samples; sample += 1) {
      const cell = { caseKey: row.key, sample };
      const entry = always ? undefined : newest.get(cellNumber(cell));
      if (!entry || !isCurrent(entry, row)) cells.push(cell);
    }
  }
  return cells;
}

/** Cells that were ordered last and are not filled, and with `failed` also those without a score; in the order of the cases. */
export function cellsLeft(
  cases: Rows,
  { orders }: RunHead,
  { newest }: RunLog,
  failed: IsCurrent | null,
): Cell[] {
  const last = orders.at(-1);
  const found = new Map<number, Cell>();
  for (const cell of last ? openCells(last, newest.values()) : [])
    if (cases.at(cell.caseKey)) found.set(cellNumber(cell), cell);
  for (const [number, entry] of failed ? newest : []) {
    const { caseKey, sample, digest } = entry;
    const row = cases.at(caseKey);
    if (row && digest.status === 'unscored' && failed?.(entry, row)) found.set(number, { caseKey, sample });
  }
  return [...found].sort(([a], [b]) => a - b).map(([, cell]) => cell);
}

/** The head with one more order. Not `running` yet, so that it is stored at once: a tab that dies then leaves it behind. */
export function withOrder(head: RunHead, cells: readonly Cell[], { length }: RunLog): RunHead {
  const order = orderOf(cells, length);
  return {
    ...head,
    orders: [...head.orders, order],
    progress: { done: 0, total: countCells(order) },
    state: 'paused',
    pause: null,
  };
}

/** Orders of a run that are not done once these cells are filled. */
export function ordersLeft(orders: readonly Order[], cells: readonly Cell[], { newest }: RunLog): Order[] {
  const filled = new Set(cells.map(cellNumber));
  return orders.filter((order) =>
    openCells(order, newest.values()).some((cell) => !filled.has(cellNumber(cell))),
  );
}

export function orderProgress(order: Order, { newest }: RunLog): RunHead['progress'] {
  const total = countCells(order);
  return { total, done: total - openCells(order, newest.values()).length };
}
