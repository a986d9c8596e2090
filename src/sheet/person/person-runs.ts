import type { RunResult, RunHead } from '../run-record';
import type { SheetSource } from '../sheet';
import { rubricHash } from '../../judgement/receipt';
import { ratersIn, type Rater } from '../../judges/person/raters';
import { newRunHead, resultKey, rubricToStore } from '../run/new-run';
import type { World, ReadyRubric } from '../../judgement/ready-rubric';
import type { SlicedWork } from '../../kit/sliced-work.browser';
import type { SheetChanges } from '../sheet-changes';
import type { RubricVersions } from '../rubric-versions.svelte';
import type { SheetState } from '../sheet-state.svelte';
import type { SheetStore } from '../sheet-store';
import { readGoldCell } from '../../cases/mapping/apply-mapping';
import type { Case } from '../../cases/case';
import type { Json } from '../../kit/json';
import type { Path } from '../../rubric/path';
import type { RunJudge } from '../../judgement/judge';
import { digestOf } from '../../judgement/digest';
import { measureDigest, numericPlaces } from '../figures/measure';
import { Tally } from '../figures/tally';
import { personJudgeId, personJudgement, type Labels } from '../../judges/person/person-judgement';

interface Tools {
  store: SheetStore;
  changes: SheetChanges;
  rubrics: RubricVersions;
  world: World;
  work: SlicedWork;
}

/** Results that are stored together. */
const groupLength = 500;

/** Gold columns of a file that was taken become people's runs: of these cases, by each rater whose labels the file has. */
export async function storeLabels(
  sheet: SheetState,
  keys: readonly number[],
  source: Pick<SheetSource, 'columns' | 'mapping'>,
  { store, changes, rubrics, world, work }: Tools,
): Promise<void> {
  const rubric = await sheet.currentRubric();
  const raters = rubric ? ratersIn(rubric, source.columns, source.mapping) : [];
  if (!rubric || raters.length === 0) return;
  const ready = await rubrics.ready(rubric);
  await sheet.stored();
  const cases = keys.flatMap((key) => {
    const row = sheet.cases.at(key);
    return row ? [{ key, revision: row.revision, case: row.case, cells: row.original?.cells ?? null }] : [];
  });
  const hash = rubricHash(rubric);
  const isOwn = ({ judge, rubric: judged, imported }: RunHead) =>
    judge.kind === 'person' && judged.hash === hash && imported === undefined;
  const known = sheet.runs.filter(isOwn);
  const runs = personRuns(ready, { sheet: sheet.id, cases, raters, world, known });
  for (const { head, results } of (await work.run(runs)) ?? []) {
    if (!known.includes(head)) await store.createRun(head, rubricToStore(rubric));
    for (let start = 0; start < results.length; start += groupLength)
      await store.append(head.id, results.slice(start, start + groupLength));
  }
  changes.tell({ sheet: sheet.id });
  await sheet.catchUp();
}

/** A case of the sheet, with the row of the file that it came from. */
export interface LabelledCase {
  key: number;
  revision: number;
  case: Case;
  cells: readonly string[] | null;
}

export interface PersonRun {
  head: RunHead;
  /** For the run's log. */
  results: RunResult[];
}

interface Labelled {
  sheet: string;
  cases: readonly LabelledCase[];
  raters: readonly Rater[];
  world: World;
  /** Runs of raters that are stored already: their results are added to these. */
  known?: readonly RunHead[];
}

/** One finished run for each rater who labelled any of the cases. Offers to pause at every `yield`. */
export function* personRuns(
  ready: ReadyRubric,
  { sheet, cases, raters, world, known = [] }: Labelled,
): Generator<void, PersonRun[], void> {
  const runs: PersonRun[] = [];
  for (const rater of raters) {
    const stored = known.find(({ judge }) => judge.model === rater.name);
    const head = stored ?? personHead(ready, sheet, rater.name, world);
    const results = yield* personResults(ready, head, rater, cases, world);
    if (results.length > 0) runs.push({ head: stored ?? withResults(ready, head, results), results });
  }
  return runs;
}

/** What a rater's labels add to a run of theirs. Cases without a label have no result. */
function* personResults(
  ready: ReadyRubric,
  { id, judge, rubric }: Pick<RunHead, 'id' | 'judge' | 'rubric'>,
  rater: Rater,
  cases: readonly LabelledCase[],
  world: World,
): Generator<void, RunResult[], void> {
  const results: RunResult[] = [];
  for (const { key: caseKey, revision, case: subject, cells } of cases) {
    const labels = labelsOf(rater, subject, cells);
    if (Object.keys(labels).length === 0) continue;
    const judgement = personJudgement(ready, subject, labels, rater.name, world);
    results.push({
      caseKey,
      sample: 0,
      hash: judgement.receipt.case,
      revision,
      key: resultKey({ run: id, caseId: subject.id, sample: 0, judge, rubricHash: rubric.hash }),
      milliseconds: 0,
      digest: digestOf(ready.rubric, judgement),
      judgement,
    });
    yield;
  }
  return results;
}

function labelsOf({ labels }: Rater, { gold = {} }: Case, cells: readonly string[] | null): Labels {
  const entries =
    labels.from === 'gold'
      ? labels.paths.map((path) => [path, Object.hasOwn(gold, path) ? gold[path] : undefined] as const)
      : [...labels.columns].map(([path, column]) => [path, readGoldCell(cells?.[column] ?? '')] as const);
  return Object.fromEntries(
    entries.flatMap(([path, value]): [Path, Json][] => (value === undefined ? [] : [[path, value]])),
  );
}

function personHead({ rubric }: ReadyRubric, sheet: string, rater: string, world: World): RunHead {
  const judge: RunJudge = { id: personJudgeId, kind: 'person', model: rater, parameters: {} };
  // No judge is asked: these only fill the places that every run has.
  const settings = {
    mode: 'model-alone',
    tellFacts: false,
    samples: 1,
    atOnce: 1,
    timeoutSeconds: null,
  } as const;
  return newRunHead({ sheet, rubric, judge, settings, order: null }, world);
}

function withResults({ rubric }: ReadyRubric, head: RunHead, results: readonly RunResult[]): RunHead {
  const tally = new Tally();
  const places = numericPlaces(rubric);
  for (const { digest } of results) tally.add(measureDigest(digest, places));
  const done = results.length;
  return {
    ...head,
    progress: { done, total: done },
    counts: { ...head.counts, ...tally.counts() },
  };
}
