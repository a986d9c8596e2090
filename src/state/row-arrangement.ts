import type { ResultColumn } from './result-columns';
import type { ResultRow } from './result-filter';
import {
  allRows,
  byNumber,
  byRow,
  byText,
  mergeRows,
  sortRows,
  type Compare,
  type SortKey,
} from './row-order';
import type { Slices } from './sliced-work';

/** An order of rows together with what it was made by. */
export interface Arrangement {
  order: Uint32Array;
  matches: (row: ResultRow) => boolean;
  compare: Compare;
  /** By row; filled only where a column is sorted by. */
  keys: SortKey[];
  keyOf: ((row: ResultRow) => SortKey) | null;
}

/** What is asked of an arrangement. */
export interface Wanted {
  /** Null lets all rows pass. */
  matches: ((row: ResultRow) => boolean) | null;
  /** Undefined leaves the rows in the order of the cases. */
  column: ResultColumn | undefined;
  descending: boolean;
}

/** What stands in a row; nothing where there is none. */
export type Look = (row: number) => ResultRow | undefined;

const pauseEvery = 128;
const everything = () => true;

export function plainArrangement(count: number): Arrangement {
  return { order: allRows(count), matches: everything, compare: byRow, keys: [], keyOf: null };
}

export function* arrangeRows(count: number, look: Look, wanted: Wanted): Slices<Arrangement> {
  const { column, descending } = wanted;
  if (wanted.matches === null && column === undefined) return plainArrangement(count);
  const matches = wanted.matches ?? everything;
  const keys: SortKey[] = [];
  const keyOf = column?.sortKey ?? null;
  const compare = compareBy(column, keys, descending);
  const rows = new Uint32Array(count);
  let found = 0;
  for (let row = 0; row < count; row += 1) {
    const seen = look(row);
    if (keyOf) keys.push(seen ? keyOf(seen) : null);
    if (seen && matches(seen)) {
      rows[found] = row;
      found += 1;
    }
    if (row % pauseEvery === 0) yield;
  }
  const matching = rows.slice(0, found);
  const order = keyOf ? yield* sortRows(matching, compare) : matching;
  return { order, matches, compare, keys, keyOf };
}

/** The same arrangement after a few rows changed: each goes where it now belongs. */
export function rearrangeRows(made: Arrangement, rows: readonly number[], look: Look): Arrangement {
  const { matches, keyOf, keys, compare, order } = made;
  const come: number[] = [];
  for (const row of rows) {
    const seen = look(row);
    if (!seen) continue;
    if (keyOf) keys[row] = keyOf(seen);
    if (matches(seen)) come.push(row);
  }
  return { ...made, order: mergeRows(order, new Set(rows), come, compare) };
}

const collator = new Intl.Collator(undefined, { numeric: true });

function compareBy(column: ResultColumn | undefined, keys: readonly SortKey[], descending: boolean): Compare {
  if (!column) return byRow;
  const sign = descending ? -1 : 1;
  return column.order === 'number' ? byNumber(keys, sign) : byText(keys, sign, collator);
}
