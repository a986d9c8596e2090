import { compareRow } from '../core/compare/compare-row';
import type { Rubric } from '../core/model/rubric';
import type { Digest } from '../core/model/run';
import { measureDigest, numericPlaces } from '../core/stats/measure';
import { Tally, type Summary } from '../core/stats/tally';
import type { Slices } from './sliced-work';
import type { StoredRun } from './stored-run';

/** A case that fares otherwise under the turned numbers. */
export interface ReweighedRow {
  row: number;
  name: string;
  before: Digest;
  after: Digest;
  verdictChanged: boolean;
}

/** What the run would look like. It exists on the screen only. */
export interface ReweighView {
  rubric: Rubric;
  /** What the cases that could be weighed anew add up to, and what they would. */
  before: Summary;
  summary: Summary;
  /** Judged cases that are left out of all this, since their judgements cannot be read as they are stored. */
  unreadable: number;
  verdictsChanged: number;
  scoresChanged: number;
  rows: readonly ReweighedRow[];
  digestAt: (row: number) => Digest | undefined;
}

const casesPerPause = 50;

/** Offers to pause at every `yield`. */
export function* reweighView(
  run: StoredRun,
  rubric: Rubric,
  digestAt: (row: number) => Digest | undefined,
): Slices<ReweighView> {
  const rows: ReweighedRow[] = [];
  const before = new Tally();
  const summary = new Tally();
  const places = { before: numericPlaces(run.rubric), after: numericPlaces(rubric) };
  let verdictsChanged = 0;
  let scoresChanged = 0;
  let unreadable = 0;
  for (const [row, { id, label }] of run.cases.entries()) {
    if (row % casesPerPause === casesPerPause - 1) yield;
    const was = run.standingAt(row);
    const is = digestAt(row);
    if (was && !is) unreadable += 1;
    if (!was || !is) continue;
    before.add(measureDigest(was, places.before));
    summary.add(measureDigest(is, places.after));
    const { verdict, score } = compareRow({ criteria: [], scores: true }, was, is);
    if (verdict !== null) verdictsChanged += 1;
    if (score !== null) scoresChanged += 1;
    if (verdict !== null || score !== null)
      rows.push({ row, name: label ?? id, before: was, after: is, verdictChanged: verdict !== null });
  }
  yield;
  return {
    rubric,
    before: before.summary(),
    summary: summary.summary(),
    unreadable,
    verdictsChanged,
    scoresChanged,
    rows,
    digestAt,
  };
}

export function* summaryOf(
  rubric: Rubric,
  count: number,
  digestAt: (row: number) => Digest | undefined,
): Slices<Summary> {
  const tally = new Tally();
  const places = numericPlaces(rubric);
  for (let row = 0; row < count; row += 1) {
    if (row % casesPerPause === casesPerPause - 1) yield;
    const digest = digestAt(row);
    if (digest) tally.add(measureDigest(digest, places));
  }
  return tally.summary();
}
