import { compareRow } from '../compare-row';
import type { Rubric } from '../../rubric/rubric';
import type { Digest } from '../../judgement/digest';
import { measureDigest, numericPlaces } from '../../sheet/figures/measure';
import { Tally, type Summary } from '../../sheet/figures/tally';
import type { Slices } from '../../kit/sliced-work';
import type { StoredRun } from '../stored-run';
import { knobSources, knobsOf, type Knob } from '../../rubric/knobs/knobs';
import { headlineSources } from '../headline-sources';

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

/** The numbers of one expression. */
export interface KnobGroup {
  /** As `Knob.where`. */
  where: string;
  label: string;
  knobs: readonly Knob[];
  /** Whether the score or the verdict rests on it. */
  counts: boolean;
}

/** In the order of the rubric, those that have a say in score or verdict first. */
export function knobGroups(rubric: Rubric): KnobGroup[] {
  const { score, verdict } = headlineSources(rubric);
  const used = new Set([...score.derived, ...verdict.derived].map((name) => `derived.${name}`));
  const knobs = knobsOf(rubric);
  const groups = knobSources(rubric).map(({ where, label }) => ({
    where,
    label,
    knobs: knobs.filter((knob) => knob.where === where),
    counts: used.has(where) || where.startsWith('headline.'),
  }));
  const turnable = groups.filter((group) => group.knobs.length > 0);
  return turnable.toSorted((one, other) => Number(other.counts) - Number(one.counts));
}

/** The expression behind a group, as the rubric file has it. */
export function expressionOf(rubric: Rubric, where: string): string {
  return knobSources(rubric).find((source) => source.where === where)?.source ?? '';
}
