/** All that bringing in a file needs besides reading it, in one module, so that the page loads it with the first file. */
import { applyMapping, nameCases, type CaseIds, type OnTakenId } from './mapping/apply-mapping';
import { joinTables } from './read/read-table';
import { proposeMapping } from './mapping/propose-mapping';
import { findRowProblems, type RowProblem } from './mapping/row-problems';
import { sampleCsv, templateCsv } from './read/csv-cases';
import { findUnmappedInputs } from './mapping/columns';
import { escapeFormula } from '../kit/csv';
import { isScoredExport, restoreExport } from './restore-export';
import type { Case } from './case';
import type { Rubric } from '../rubric/rubric';
import type { Mapping, SourceTable } from './table';
import { leaves } from '../rubric/shape/fields';

export { findUnmappedInputs, joinTables };
export type { MappingProposal } from './mapping/propose-mapping';
export type { OnTakenId } from './mapping/apply-mapping';
export type { RowProblem } from './mapping/row-problems';

/** Longer than any meeting: such a text is most likely a file that was read wrongly. */
export const longestText = 2_000_000;

/** The fields for which a column may bring the value known to be right. */
export function outputPaths(rubric: Rubric): string[] {
  return leaves(rubric.output).map(({ path }) => path);
}

export function propose(table: SourceTable, rubric: Rubric, remembered: Mapping | null) {
  return proposeMapping(table, rubric, { outputPaths: outputPaths(rubric), remembered });
}

/** A file that Assay wrote comes back as it was before its cells were made harmless. */
export function asItWas(table: SourceTable): SourceTable {
  return isScoredExport(table.columns) ? restoreExport(table) : table;
}

export function* checkRows(
  table: SourceTable,
  mapping: Mapping,
  rubric: Rubric,
  taken: ReadonlySet<string>,
): Generator<void, { ids: CaseIds; problems: RowProblem[] }, void> {
  const ids = yield* nameCases(table, mapping, taken);
  const problems = yield* findRowProblems(table, mapping, rubric.inputs, { characters: longestText }, ids);
  return { ids, problems };
}

const casesPerPause = 2_000;

/** The cases of all rows but the skipped ones, each with the row it stands in. `keep` gives some of them ids that are taken. */
export function* makeCases(
  table: SourceTable,
  mapping: Mapping,
  rubric: Rubric,
  skipped: ReadonlySet<number>,
  taken: ReadonlySet<string>,
  onTaken: OnTakenId = 'rename',
): Generator<void, { cases: Case[]; rows: number[] }, void> {
  const ids = yield* nameCases(table, mapping, taken, onTaken);
  const mapped = applyMapping(table, mapping, rubric.inputs, ids);
  const cases: Case[] = [];
  const rows: number[] = [];
  for (let index = 0; index < mapped.length; index += 1) {
    if (skipped.has(index)) continue;
    cases.push(mapped.at(index));
    rows.push(index);
    if (cases.length % casesPerPause === 0) yield;
  }
  return { cases, rows };
}

export function templateFile(rubric: Rubric): string {
  return templateCsv(rubric, { bom: true, protect: escapeFormula });
}

export function samplesFile(rubric: Rubric, cases: readonly Case[]): string {
  return sampleCsv(rubric, cases, { bom: true, protect: escapeFormula });
}
