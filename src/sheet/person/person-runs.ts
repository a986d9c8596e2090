import type { RunResult, RunHead } from '../run-record';
import type { SheetCase, SheetSource } from '../sheet';
import { rubricHash } from '../../judgement/receipt';
import { ratersIn, type Rater } from '../../judges/person/raters';
import { givenResult, givenRunHead, rubricToStore, withGivenResults } from '../run/new-run';
import type { World, ReadyRubric } from '../../judgement/ready-rubric';
import type { Slices, SlicedWork } from '../../kit/sliced-work.browser';
import type { SheetState, SheetTools } from '../sheet-state.svelte';
import { readGoldCell } from '../../cases/mapping/apply-mapping';
import type { Case } from '../../cases/case';
import type { Json } from '../../kit/json';
import type { Path } from '../../rubric/path';
import { personJudgeId, personJudgement, type Labels } from '../../judges/person/person-judgement';

const groupLength = 500;

/** Gold columns of a file that was taken become people's runs: of these cases, by each rater whose labels the file has. */
export async function storeLabels(
  sheet: SheetState,
  keys: readonly number[],
  source: Pick<SheetSource, 'columns' | 'mapping'>,
  { store, changes, rubrics, world, work }: Omit<SheetTools, 'locks'> & { work: SlicedWork },
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
  changes.notify({ sheet: sheet.id });
  await sheet.catchUp();
}

export type LabelledCase = Pick<SheetCase, 'key' | 'revision' | 'case'> & { cells: readonly string[] | null };

interface PersonRun {
  head: RunHead;
  results: RunResult[];
}

interface Labelled {
  sheet: string;
  cases: readonly LabelledCase[];
  raters: readonly Rater[];
  world: World;
  /** Stored runs of raters: their results are added to these. */
  known?: readonly RunHead[];
}

/** One finished run for each rater who labelled any of the cases. Cases without a label have no result. */
export function* personRuns(
  ready: ReadyRubric,
  { sheet, cases, raters, world, known = [] }: Labelled,
): Slices<PersonRun[]> {
  const { rubric } = ready;
  const runs: PersonRun[] = [];
  for (const rater of raters) {
    const stored = known.find(({ judge }) => judge.model === rater.name);
    const judge = { id: personJudgeId, kind: 'person', model: rater.name, parameters: {} } as const;
    const head = stored ?? givenRunHead(sheet, rubric, judge, world);
    const results: RunResult[] = [];
    for (const one of cases) {
      const labels = labelsOf(rater, one.case, one.cells);
      if (Object.keys(labels).length === 0) continue;
      const judgement = personJudgement(ready, one.case, labels, rater.name, world);
      results.push(givenResult(rubric, head, one, judgement));
      yield;
    }
    if (results.length > 0) runs.push({ head: stored ?? withGivenResults(rubric, head, results), results });
  }
  return runs;
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
