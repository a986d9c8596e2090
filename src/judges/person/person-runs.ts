import { readGoldCell } from '../../core/cases/read-gold-cell';
import type { Case } from '../../core/model/case';
import type { Json } from '../../core/model/json';
import type { Path } from '../../core/model/path';
import type { RunHead, RunJudge, RunResult } from '../../core/model/run';
import { rubricHash } from '../../core/receipt/rubric-hash';
import { digestOf } from '../../core/stats/digest';
import { measureDigest, numericPlaces } from '../../core/stats/measure';
import { Tally } from '../../core/stats/tally';
import type { ReadyRubric, World } from '../../pipeline/ready-rubric';
import { unitKey } from '../../pipeline/unit-key';
import { personJudgeId, personJudgement, type Labels } from './person-judgement';
import type { Rater } from './raters';

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
}

/** One finished run for each rater who labelled any of the cases. Offers to pause at every `yield`. */
export function* personRuns(
  ready: ReadyRubric,
  { sheet, cases, raters, world }: Labelled,
): Generator<void, PersonRun[], void> {
  const runs: PersonRun[] = [];
  for (const rater of raters) {
    const begun = personHead(ready, sheet, rater.name, world);
    const results = yield* personResults(ready, begun, rater, cases, world);
    if (results.length > 0) runs.push({ head: withResults(ready, begun, results), results });
  }
  return runs;
}

/** What a rater's labels add to a run of theirs. Cases without a label have no result. */
export function* personResults(
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
      key: unitKey({ run: id, caseId: subject.id, sample: 0, judge, rubricHash: rubric.hash }),
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
  const { id, title, version } = rubric;
  const time = world.now().toISOString();
  const judge: RunJudge = { id: personJudgeId, kind: 'person', model: rater, parameters: {} };
  return {
    id: world.random(),
    sheet,
    title: '',
    note: '',
    pinned: false,
    rubric: { id, title, version, hash: rubricHash(rubric) },
    judge,
    // Nobody is asked: these only fill the places that every run has.
    settings: { mode: 'model-alone', tellFacts: false, samples: 1, atOnce: 1, timeoutSeconds: null },
    state: 'finished',
    pause: null,
    orders: [],
    progress: { done: 0, total: 0 },
    created: time,
    changed: time,
    milliseconds: 0,
    counts: {
      done: 0,
      statuses: {},
      score: null,
      passed: null,
      tokens: { prompt: 0, cached: 0, reply: 0, estimated: false },
      cost: null,
    },
    build: world.build,
    removed: null,
  };
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
