import type { Judgement } from '../core/model/judgement';
import type { RunResult } from '../core/model/run';
import type { SheetCase, SheetSource } from '../core/model/sheet';
import type { CaseSource } from '../pipeline/outlet';
import type { RunColumn } from '../sheet/run-column.svelte';
import type { SheetState } from '../sheet/sheet-state.svelte';
import type { ToExport } from './exports.svelte';
import { gatherResults, type RunToGather } from './gather-results';
import type { JudgedSample } from './judged-case';
import type { Slices } from './sliced-work';

/** What of the open sheet is written to a file. `unwritten`: what the storage refused of a run. */
export function* gatherSheet(
  sheet: SheetState,
  { filteredOnly, allRuns }: { filteredOnly: boolean; allRuns: boolean },
  unwritten: (run: string) => readonly RunResult[],
): Slices<ToExport | null> {
  const { rubric, focus, columns } = sheet;
  if (!rubric) return null;
  const all = sheet.cases.all;
  const cases = filteredOnly ? [...sheet.results.order].flatMap((row) => all[row] ?? []) : all;
  const others = allRuns ? columns.filter((column) => column !== focus) : [];
  const toGather = (column: RunColumn) => runToGather(sheet, column, unwritten(column.id));
  return yield* gatherResults({
    head: sheet.head,
    rubric,
    cases,
    sources: sourcesOf(sheet.sources, sheet.cases.rows),
    runs: [...(focus ? [focus] : []), ...others].map(toGather),
    people: columns.filter(({ head }) => head.judge.kind === 'person').map(toGather),
  });
}

function runToGather(sheet: SheetState, column: RunColumn, unwritten: readonly RunResult[]): RunToGather {
  const { head, rubric } = column;
  const held = new Map<number, JudgedSample[]>();
  const judgements = new Map<number, Judgement>();
  for (const [index, { caseKey, key: _, judgement, ...result }] of unwritten.entries()) {
    // It lies nowhere: no place in a log is below zero.
    const place = -1 - index;
    judgements.set(place, judgement);
    held.set(caseKey, [...(held.get(caseKey) ?? []), { ...result, at: { run: head.id, place } }]);
  }
  return {
    head,
    rubric,
    judged: (caseId) => {
      const row = sheet.cases.peek(caseId);
      if (!row) return undefined;
      const added = held.get(row.key);
      if (!added) return column.peek(row.key);
      const stored = column
        .samplesAt(row.key)
        .filter(({ sample }) => !added.some((one) => one.sample === sample));
      return column.judgedOf(row, [...stored, ...added]);
    },
    unstored: ({ place }) => judgements.get(place),
  };
}

/** The files that cases came from, with the rows that are still in the sheet. */
export function sourcesOf(sources: readonly SheetSource[], rows: readonly SheetCase[]): CaseSource[] {
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
