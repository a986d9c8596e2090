import type { Slices } from '../../kit/sliced-work.browser';

/** Orders two rows. Different rows are never equal, so the order does not depend on how it is sorted. */
export type Compare = (a: number, b: number) => number;

/** What a row is sorted by. Null comes last in both directions. */
export type SortKey = number | string | null;

const pauseEvery = 512;
const collator = new Intl.Collator(undefined, { numeric: true });

/** Compares rows by their keys, and rows with equal keys by their place among the cases. */
export function byKey(keys: readonly SortKey[], sign: 1 | -1): Compare {
  return (a, b) => {
    const x = keys[a] ?? null;
    const y = keys[b] ?? null;
    if (x === null || y === null) return Number(x === null) - Number(y === null) || a - b;
    return sign * compareValues(x, y) || a - b;
  };
}

function compareValues(x: number | string, y: number | string): number {
  if (typeof x === 'number' && typeof y === 'number') return x - y;
  return x === y ? 0 : collator.compare(String(x), String(y));
}

/** A merge sort that can pause: the built-in one would hold the page until it is done. */
export function* sortRows(rows: Uint32Array, compare: Compare): Slices<Uint32Array> {
  let from = rows;
  let into: Uint32Array = new Uint32Array(rows.length);
  for (let start = 0; start < from.length; start += pauseEvery) {
    from.subarray(start, start + pauseEvery).sort(compare);
    yield;
  }
  for (let width = pauseEvery; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += width * 2) {
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
    [from, into] = [into, from];
  }
  return from;
}
