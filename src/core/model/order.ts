import type { Cell, Order } from './run';

type Range = [first: number, last: number];

/** More than any run has samples. */
const samplesPerCase = 1024;

/** One number for each cell: they are looked up by the thousand. */
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
  return cells.reduce(
    (sum, { keys }) => keys.reduce((inSample, [first, last]) => inSample + last - first + 1, sum),
    0,
  );
}

/**
 * In the order of the case keys. The samples of a case follow each other: a provider that keeps prompts for a while then has
 * the whole prompt at hand, and a run that is broken off has whole cases rather than a bit of each.
 */
export function cellsOf({ cells }: Order): Cell[] {
  const samples = cells
    .map(({ sample, keys }) => ({ sample, keys: keysIn(keys), next: 0 }))
    .sort((one, other) => one.sample - other.sample);
  for (const each of samples) each.next = nextOf(each.keys);
  const all: Cell[] = [];
  for (;;) {
    const caseKey = Math.min(...samples.map(({ next }) => next));
    if (caseKey === Infinity) return all;
    for (const each of samples) {
      if (each.next !== caseKey) continue;
      all.push({ caseKey, sample: each.sample });
      each.next = nextOf(each.keys);
    }
  }
}

function* keysIn(ranges: readonly Range[]): Generator<number, void, void> {
  for (const [first, last] of ranges) for (let key = first; key <= last; key += 1) yield key;
}

function nextOf(keys: Generator<number, void, void>): number {
  const next = keys.next();
  return next.done ? Infinity : next.value;
}

/** Those of `cellsOf` that have no result since they were ordered. */
export function openCells(order: Order, entries: Iterable<Cell & { place: number }>): Cell[] {
  const filled = new Set<number>();
  for (const entry of entries) if (entry.place >= order.since) filled.add(cellNumber(entry));
  return cellsOf(order).filter((cell) => !filled.has(cellNumber(cell)));
}

export function isOrdered({ cells }: Order, { caseKey, sample }: Cell): boolean {
  const ranges = cells.find((each) => each.sample === sample)?.keys ?? [];
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle] ?? [0, -1];
    if (caseKey < first) high = middle - 1;
    else if (caseKey > last) low = middle + 1;
    else return true;
  }
  return false;
}
