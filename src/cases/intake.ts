/** All that bringing in a file needs besides reading it, in one module, so that the page loads it with the first file. */
import { caseOfRow, nameCases, type OnTakenId } from './mapping/apply-mapping';
import { joinTables } from './read/read-table';
import { proposeMapping } from './mapping/propose-mapping';
import { findRowProblems, type RowProblem } from './mapping/row-problems';
import { isTemplate, sampleCsv, templateCsv } from './read/csv-cases';
import { findUnmappedInputs } from './mapping/columns';
import { holdsFormula, unescapeFormula, workbookSheet } from '../kit/csv';
import type { Slices } from '../kit/sliced-work.browser';
import type { Case } from './case';
import type { Rubric } from '../rubric/rubric';
import type { Mapping, SourceTable } from './table';
import { leaves } from '../rubric/shape/fields';

export { findUnmappedInputs, joinTables, sampleCsv, templateCsv };
export type { OnTakenId } from './mapping/apply-mapping';
export type { RowProblem } from './mapping/row-problems';

export function outputPaths(rubric: Rubric): string[] {
  return leaves(rubric.output).map(({ path }) => path);
}

export function propose(table: SourceTable, rubric: Rubric, remembered: Mapping | null): Mapping {
  return proposeMapping(table, rubric, { outputPaths: outputPaths(rubric), remembered });
}

const ownPrefix = /^(assay\d*)\./;
/** Columns that `export/csv-columns.ts` writes whatever the rubric and the person's choice. No other program has all of them. */
const ownColumns = 'id status reason detail score score.min score.max verdict'.split(' ');

/** Whether a file was written by `scoredCsvChunks`: some prefix has columns that every export has. */
export function isScoredExport(columns: readonly string[]): boolean {
  const names = new Set(columns);
  const prefixes = new Set(columns.flatMap((name) => ownPrefix.exec(name)?.[1] ?? []));
  return [...prefixes].some((prefix) => ownColumns.every((own) => names.has(`${prefix}.${own}`)));
}

/** Where an export writes numbers, and what they look like with a decimal comma. */
const numericColumn = /^assay\d*\.(?:score|score\.min|score\.max|seconds|cost|(?:derived|label)\..+)$/;
const commaNumber = /^-?\d+,\d+(?:e[+-]?\d+)?$/i;

/**
 * The cells as they were before an export made texts harmless and numbers readable to a spreadsheet. Any other file comes back
 * as it is. `sheet`: of a workbook. One that we wrote has texts as they were.
 */
export function restoreExport(table: SourceTable, sheet: string | null = null): SourceTable {
  const { columns, rows } = table;
  if (sheet === workbookSheet || !isScoredExport(columns)) return table;
  // What stands behind our columns was added since, and is as the person wrote it.
  const written = columns.findLastIndex((name) => ownPrefix.test(name)) + 1;
  // No text of a protected file is a formula: one that is was written without protection, and has its own apostrophes.
  const isProtected = ![columns, ...rows].some((cells) => cells.slice(0, written).some(holdsFormula));
  const restored = (cell: string, at: number) => (isProtected && at < written ? unescapeFormula(cell) : cell);
  const hasCommas = columns.some(
    (name, at) => numericColumn.test(name) && rows.some((row) => commaNumber.test(row[at] ?? '')),
  );
  const isOurs = columns.map((name) => hasCommas && ownPrefix.test(name));
  return {
    columns: columns.map(restored),
    rows: rows.map((row) =>
      row.map((cell, at) =>
        isOurs[at] && commaNumber.test(cell) ? cell.replace(',', '.') : restored(cell, at),
      ),
    ),
  };
}

export function* checkRows(
  table: SourceTable,
  mapping: Mapping,
  rubric: Rubric,
  taken: ReadonlySet<string>,
): Slices<RowProblem[]> {
  const ids = yield* nameCases(table, mapping, taken);
  return yield* findRowProblems(table, mapping, rubric.inputs, ids);
}

const casesPerPause = 2_000;

/** The cases of all rows but the skipped ones, each with the row it stands in. `keep` gives some of them ids that are taken. */
export function* makeCases(
  table: SourceTable,
  mapping: Mapping,
  rubric: Pick<Rubric, 'inputs'>,
  skipped: ReadonlySet<number>,
  taken: ReadonlySet<string>,
  onTaken: OnTakenId = 'rename',
): Slices<{ cases: Case[]; rows: number[] }> {
  const { ids } = yield* nameCases(table, mapping, taken, onTaken);
  const cases: Case[] = [];
  const rows: number[] = [];
  const isOurs = isTemplate(table.columns, rubric);
  for (const [index, cells] of table.rows.entries()) {
    if (skipped.has(index)) continue;
    cases.push(
      caseOfRow(isOurs ? cells.map(unescapeFormula) : cells, mapping, rubric.inputs, ids[index] ?? ''),
    );
    rows.push(index);
    if (cases.length % casesPerPause === 0) yield;
  }
  return { cases, rows };
}
