import { compareRow } from '../compare-row';
import type { Rubric } from '../../rubric/rubric';
import type { Reweighed } from '../../rubric/knobs/with-knobs';
import type { CaseInput } from '../../rubric/facts';
import { type Digest, digestOf } from '../../judgement/digest';
import type { Judgement, Weighable } from '../../judgement/judgement';
import { reassess } from '../../judgement/reassess';
import { measureDigest, numericPlaces } from '../../sheet/figures/measure';
import { Tally, type Summary } from '../../sheet/figures/tally';
import { readPlaces } from '../../sheet/results/judged-case';
import type { SheetStore } from '../../sheet/sheet-store';
import { caseTitle, type StoredRun } from '../stored-run';
import { knobSources, knobsOf, type Knob } from '../../rubric/knobs/knobs';
import { headlineSources } from '../headline-sources';

export interface WeighableCase {
  row: number;
  input: CaseInput;
  stored: Digest;
  /** Null where it cannot be read as it is stored. */
  judgement: Weighable | null;
}

export async function* readWeighableCases(
  store: SheetStore,
  { head, cases, placeAt, standingAt }: StoredRun,
  maybeYield: () => Promise<void> | null,
): AsyncGenerator<WeighableCase> {
  const rows = new Map(cases.map(({ key }, row) => [key, row]));
  for await (const piece of store.cases(head.sheet)) {
    const found = piece.flatMap(({ key, case: { input } }) => {
      const row = rows.get(key);
      const place = row === undefined ? undefined : placeAt(row);
      const stored = row === undefined ? undefined : standingAt(row);
      return row === undefined || place === undefined || !stored ? [] : [{ row, place, input, stored }];
    });
    const places = found.map(({ place }) => place);
    const judgements = await readPlaces(
      places,
      async (some) => (await store.judgements(head.id, some)).map(weighableOf),
      maybeYield,
    );
    for (const [index, { place: _, ...each }] of found.entries())
      yield { ...each, judgement: judgements[index] ?? null };
  }
}

function weighableOf(judgement: Judgement | null): Weighable | null {
  if (!judgement) return null;
  const { prompt: _, attempts: __, ...weighable } = judgement;
  return weighable;
}

export interface ReweighedRow {
  name: string;
  before: Digest;
  after: Digest;
  verdictChanged: boolean;
}

/** What the run would look like. It exists on the screen only. */
export interface ReweighView {
  rubric: Rubric;
  before: Summary;
  summary: Summary;
  /** Judged cases that are left out of all this, since their judgements cannot be read as they are stored. */
  unreadable: number;
  verdictsChanged: number;
  scoresChanged: number;
  rows: readonly ReweighedRow[];
  digestAt: (row: number) => Digest | undefined;
}

export async function reweighView(
  run: StoredRun,
  turned: Reweighed,
  cases: AsyncIterable<WeighableCase>,
  pause: (done: number) => Promise<void> | null,
): Promise<ReweighView> {
  const before = new Tally();
  const after = new Tally();
  const places = { before: numericPlaces(run.rubric), after: numericPlaces(turned.rubric) };
  const digests: (Digest | undefined)[] = [];
  const rows: (ReweighedRow & { row: number })[] = [];
  const counts = { unreadable: 0, verdictsChanged: 0, scoresChanged: 0 };
  let done = 0;
  for await (const { row, input, stored, judgement } of cases) {
    await pause((done += 1));
    if (!judgement) {
      counts.unreadable += 1;
      continue;
    }
    const digest = digestOf(turned.rubric, reassess(turned, { input }, judgement));
    digests[row] = digest;
    before.add(measureDigest(stored, places.before));
    after.add(measureDigest(digest, places.after));
    const { verdict, score } = compareRow({ criteria: [], scores: true }, stored, digest);
    if (verdict === null && score === null) continue;
    const verdictChanged = verdict !== null;
    counts.verdictsChanged += Number(verdictChanged);
    counts.scoresChanged += Number(score !== null);
    rows.push({ row, name: caseTitle(run.cases[row]), before: stored, after: digest, verdictChanged });
  }
  return {
    ...counts,
    rubric: turned.rubric,
    before: before.summary(),
    summary: after.summary(),
    rows: rows.sort((one, other) => one.row - other.row),
    digestAt: (row) => digests[row],
  };
}

export interface KnobGroup {
  where: string;
  label: string;
  knobs: readonly Knob[];
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
