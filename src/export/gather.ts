import type { Case } from '../cases/case';
import type { Judgement } from '../judgement/judgement';
import type { Slices } from '../kit/sliced-work.browser';
import { measureCase } from '../sheet/figures/measure';
import { Tally, type Summary } from '../sheet/figures/tally';
import { samplesOf, type JudgedCase, type JudgedSample } from '../sheet/results/judged-case';
import type { RunColumn } from '../sheet/run-column.svelte';
import { sheetFileName } from '../sheet/run-names';
import type { RunResult } from '../sheet/run-record';
import type { SheetCase, SheetSource } from '../sheet/sheet';
import type { SheetState } from '../sheet/sheet-state.svelte';
import type { CaseSource, ExportEntry, ExportRun, ExportRuns, PersonLabels } from './export-run';

export interface ToExport {
  fileName: string;
  runs: ExportRuns;
  sources: readonly CaseSource[];
  summary: Summary;
  people: readonly PersonLabels[];
}

const casesPerPause = 200;

/** Null where there is no case. `unwritten`: results of a run that the storage refused. */
export function* gatherSheet(
  sheet: SheetState,
  { filteredOnly, allRuns }: { filteredOnly: boolean; allRuns: boolean },
  unwritten: (run: string) => readonly RunResult[],
): Slices<ToExport | null> {
  const { rubric, focus, columns } = sheet;
  const all = sheet.cases.all;
  const cases = filteredOnly ? [...sheet.results.order].flatMap((row) => all[row] ?? []) : all;
  if (!rubric || cases.length === 0) return null;
  const first = focus
    ? yield* gatherRun(sheet, cases, focus, unwritten(focus.id))
    : { head: null, rubric, entries: cases.map((subject) => ({ subject })) };
  const others: ExportRun[] = [];
  for (const column of columns)
    if (allRuns && column !== focus)
      others.push(yield* gatherRun(sheet, cases, column, unwritten(column.id)));
  const people: PersonLabels[] = [];
  for (const column of columns)
    if (column.head.judge.kind === 'person') {
      const { rubric: own, entries } = yield* gatherRun(sheet, cases, column, unwritten(column.id));
      const labels = entries.flatMap(({ subject, digest, outdated }) =>
        digest && !outdated ? [[subject.id, digest] as const] : [],
      );
      people.push({ rater: column.head.judge.model, criteria: own.criteria, labels: new Map(labels) });
    }
  return {
    fileName: sheetFileName(sheet.head, first.rubric),
    runs: [first, ...others],
    sources: sourcesOf(sheet.sources, sheet.cases.rows),
    summary: yield* summaryOf(first),
    people,
  };
}

function* gatherRun(
  sheet: SheetState,
  cases: readonly Case[],
  column: RunColumn,
  unwritten: readonly RunResult[],
): Slices<ExportRun> {
  const { head, rubric } = column;
  const refused = new Map<number, JudgedSample[]>();
  const judgements = new Map<number, Judgement>();
  for (const [index, { caseKey, key: _, judgement, ...result }] of unwritten.entries()) {
    // No place in a log is below zero: this one is stored nowhere.
    const place = -1 - index;
    judgements.set(place, judgement);
    refused.set(caseKey, [...(refused.get(caseKey) ?? []), { ...result, at: { run: head.id, place } }]);
  }
  const judged = (subject: Case): JudgedCase | undefined => {
    const row = sheet.cases.find(subject.id);
    const added = row && refused.get(row.key);
    if (!added) return row && column.peek(row.key);
    const stored = column
      .samplesAt(row.key)
      .filter(({ sample }) => !added.some((one) => one.sample === sample));
    return column.judgedOf(row, [...stored, ...added]);
  };
  const entries: ExportEntry[] = [];
  for (const subject of cases) {
    const found = judged(subject);
    entries.push(found ? entryOf(subject, found, judgements.get(found.at.place)) : { subject });
    if (entries.length % casesPerPause === 0) yield;
  }
  return { head, rubric, entries };
}

function entryOf(subject: Case, judged: JudgedCase, judgement: Judgement | undefined): ExportEntry {
  const { digest, at, milliseconds, others } = judged;
  if (judged.outdated) return { subject, digest, at, outdated: true };
  const samples = others.length > 0 ? samplesOf(judged).map((sample) => sample.digest) : undefined;
  return { subject, digest, at, milliseconds, judgement, samples };
}

function* summaryOf({ rubric, entries }: ExportRun): Slices<Summary> {
  const tally = new Tally();
  for (const [index, { digest, outdated, samples }] of entries.entries()) {
    const measured = digest && !outdated ? measureCase(rubric, samples ?? [digest]) : null;
    if (measured) tally.add(measured);
    if (index % casesPerPause === 0) yield;
  }
  return tally.summary();
}

function sourcesOf(sources: readonly SheetSource[], rows: readonly SheetCase[]): CaseSource[] {
  const files = sources.map(({ columns, mapping }): CaseSource => ({
    table: { columns, rows: [] },
    mapping,
    rowOf: new Map(),
  }));
  for (const { case: subject, original } of rows) {
    const file = original ? files[original.source] : undefined;
    if (!file || !original) continue;
    file.rowOf.set(subject.id, file.table.rows.length);
    file.table.rows.push(original.cells);
  }
  return files;
}
