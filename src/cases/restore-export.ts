import type { SourceTable } from './table';
import { unescapeFormula } from '../kit/csv';

const ownPrefix = /^(assay\d*)\./;
/** Columns that `export/csv-columns.ts` writes whatever the rubric. No other program has all of them. */
const ownColumns = [
  'id',
  'status',
  'reason',
  'score',
  'verdict',
  'checks',
  'judge',
  'model',
  'rubric',
  'receipt',
];

/** Whether a file was written by `scoredCsvChunks`: some prefix has columns that every export has. */
export function isScoredExport(columns: readonly string[]): boolean {
  const names = new Set(columns);
  const prefixes = new Set(columns.flatMap((name) => ownPrefix.exec(name)?.[1] ?? []));
  return [...prefixes].some((prefix) => ownColumns.every((own) => names.has(`${prefix}.${own}`)));
}

/** The texts as they were before an export made them harmless. Any other file comes back as it is. */
export function restoreExport(table: SourceTable): SourceTable {
  if (!isScoredExport(table.columns)) return table;
  return {
    columns: table.columns.map(unescapeFormula),
    rows: table.rows.map(restoreRow),
  };
}

/** One row of a file that `isScoredExport` knows, for readers that go row by row. Unchanged rows are not copied. */
export function restoreRow(row: string[]): string[] {
  return row.some((cell) => cell !== unescapeFormula(cell)) ? row.map(unescapeFormula) : row;
}
