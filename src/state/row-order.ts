import type { Slices } from './sliced-work';

/** Orders two rows. Total: two different rows are never equal, so that a sort is stable however it is done. */
export type Compare = (a: number, b: number) => number;

/** What a row is sorted by. Null, where there is nothing to sort by, comes last in either direction. */
export type SortKey = number | string | null;

const pauseEvery = 512;

/** By case order, which is the order of rows. */
export const byRow: Compare = (a, b) => a - b;

export function byNumber(keys: readonly SortKey[], sign: 1 | -1): Compare {
  return (a, b) => {
    const x = keys[a] ?? null;
    const y = keys[b] ?? null;
    if (typeof x !== 'number') return typeof y === 'number' ? 1 : a - b;
    if (typeof y !== 'number') return -1;
    return sign * (x - y) || a - b;
  };
}

export function byText(keys: readonly SortKey[], sign: 1 | -1, collator: Intl.Collator): Compare {
  return (a, b) => {
    const x = keys[a] ?? null;
    const y = keys[b] ?? null;
    if (typeof x !== 'string') return typeof y === 'string' ? 1 : a - b;
    if (typeof y !== 'string') return -1;
    return sign * (x === y ? 0 : collator.compare(x, y)) || a - b;
  };
}

/** A merge sort that can pause, because the built-in one holds the thread until it is done. */
export function* sortRows(rows: Uint32Array, compare: Compare): Slices<Uint32Array> {
  let from = rows;
  let into: Uint32Array = new Uint32Array(rows.length);
  for (let start = 0; start < from.length; start += pauseEvery) {
    from.subarray(start, start + pauseEvery).sort(compare);
    yield;
  }
  for (let width = pauseEvery; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += width * 2) {
      yield* mergeRuns(from, into, start, width, compare);
    }
    [from, into] = [into, from];
  }
  return from;
}

function* mergeRuns(
  from: Uint32Array,
  into: Uint32Array,
  start: number,
  width: number,
  compare: Compare,
): Slices<void> {
  const middle = Math.min(start + width, from.length);
  const end = Math.min(start + width * 2, from.length);
  let left = start;
  let right = middle;
  for (let at = start; at < end; at += 1) {
    const x = from[left] ?? 0;
    const y = from[right] ?? 0;
    const takeLeft = left < middle && (right >= end || compare(x, y) <= 0);
    into[at] = takeLeft ? x : y;
    if (takeLeft) left += 1;
    else right += 1;
    if (at % pauseEvery === 0) yield;
  }
}

/** Where `row` stands or would stand. */
export function placeOf(order: Uint32Array, row: number, compare: Compare): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(order[middle] ?? 0, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The order without `gone` and with `come`, each put in its place. Costs one copy and a search per row that came. */
export function mergeRows(
  order: Uint32Array,
  gone: ReadonlySet<number>,
  come: readonly number[],
  compare: Compare,
): Uint32Array {
  const rest = gone.size === 0 ? order : order.filter((row) => !gone.has(row));
  const merged = new Uint32Array(rest.length + come.length);
  let read = 0;
  let written = 0;
  for (const row of come.toSorted(compare)) {
    const place = placeOf(rest, row, compare);
    merged.set(rest.subarray(read, place), written);
    written += place - read;
    read = place;
    merged[written] = row;
    written += 1;
  }
  merged.set(rest.subarray(read), written);
  return merged;
}

/** Follows rows that were taken out and put in at `at`: those behind move, those taken out go. */
export function shiftRows(order: Uint32Array, at: number, removed: number, inserted: number): Uint32Array {
  const shift = inserted - removed;
  const kept = removed === 0 ? order.slice() : order.filter((row) => row < at || row >= at + removed);
  return kept.map((row) => (row < at ? row : row + shift));
}

export function allRows(count: number): Uint32Array {
  const order = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) order[row] = row;
  return order;
}
