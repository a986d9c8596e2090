import type { Slices } from '../../kit/sliced-work.browser';
import { measureDigest } from '../figures/measure';
import { Tally, type Summary } from '../figures/tally';
import { cellText, type ResultColumn } from './result-columns';
import type { ResultRow } from './result-filter';

/** The rows that say the same in a column. `text` is null where they say nothing there, or are open. */
export interface RowGroup {
  text: string | null;
  rows: number;
  summary: Summary;
}

export type GroupRows = typeof groupRows;

const pauseEvery = 128;

/** Numbers in their order, other texts by how many rows they have; what says nothing comes last. */
export function* groupRows(
  rows: readonly (() => ResultRow | undefined)[],
  column: ResultColumn,
  numericCriteria: readonly number[],
): Slices<RowGroup[]> {
  const groups = new Map<string | null, { rows: number; tally: Tally }>();
  for (const [place, read] of rows.entries()) {
    if (place % pauseEvery === 0) yield;
    const row = read();
    if (!row) continue;
    const text = cellText(column, row);
    const group = groups.get(text) ?? { rows: 0, tally: new Tally() };
    groups.set(text, group);
    group.rows += 1;
    if (row.digest) group.tally.add(measureDigest(row.digest, numericCriteria));
  }
  const isNumeric = [...groups.keys()].every((text) => text === null || Number.isFinite(Number(text)));
  return [...groups]
    .map(([text, group]): RowGroup => ({ text, rows: group.rows, summary: group.tally.summary() }))
    .sort((a, b) => {
      if (a.text === null || b.text === null) return Number(a.text === null) - Number(b.text === null);
      if (isNumeric) return Number(a.text) - Number(b.text);
      return b.rows - a.rows || (a.text < b.text ? -1 : 1);
    });
}
