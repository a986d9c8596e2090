/** All that writing results needs, in one module, so that the page loads it with the first export. */
import { joinTables } from '../core/cases/join-tables';
import { judgementsJsonlChunks } from '../core/export/judgements-jsonl';
import { reportChunks, type Report } from '../core/export/report/report';
import { korean } from '../core/export/report/report-words-ko';
import { english } from '../core/export/report/report-words';
import { scoredCsvChunks, type CsvOptions } from '../core/export/scored-csv';
import { tableOfCases } from '../core/export/table-of-cases';
import type { Case } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';
import type { Rubric } from '../core/model/rubric';
import type { Mapping, SourceTable } from '../core/model/table';
import { leaves } from '../core/shape/leaves';

/** A file that cases came from. */
export interface CaseSource {
  table: SourceTable;
  mapping: Mapping;
  /** Which row each case stands in. */
  rowOf: ReadonlyMap<string, number>;
}

export interface Entry {
  subject: Case;
  judgement: Judgement | undefined;
}

interface Part {
  rows: string[][];
  /** Where each row belongs in the order of the cases. */
  places: number[];
}

/** The original columns of the given cases, in their order: from the files they came from, or made from their inputs. */
export function originalTable(
  cases: readonly Case[],
  sources: readonly CaseSource[],
  rubric: Rubric,
): SourceTable {
  const parts = sources.map((): Part => ({ rows: [], places: [] }));
  const own: { cases: Case[]; places: number[] } = { cases: [], places: [] };
  cases.forEach((subject, place) => {
    const at = sources.findIndex(({ rowOf }) => rowOf.has(subject.id));
    const source = sources[at];
    const part = parts[at];
    if (source && part) {
      part.rows.push(rowFor(source, subject));
      part.places.push(place);
    } else {
      own.cases.push(subject);
      own.places.push(place);
    }
  });
  const tables = [
    ...sources.map(({ table }, index) => ({
      columns: table.columns,
      ...parts[index],
      rows: parts[index]?.rows ?? [],
    })),
    ...(own.cases.length > 0 ? [{ ...tableOfCases(own.cases, rubric), places: own.places }] : []),
  ].filter(({ rows }) => rows.length > 0);
  const joined = joinTables(tables);
  const places = tables.flatMap((table) => table.places ?? []);
  const rows: string[][] = [];
  joined.rows.forEach((row, index) => (rows[places[index] ?? index] = row));
  return { columns: joined.columns, rows };
}

/** A case that was changed in the page is written as it was judged; every other cell stays as it came. */
function rowFor({ table, mapping, rowOf }: CaseSource, subject: Case): string[] {
  let row = table.rows[rowOf.get(subject.id) ?? -1] ?? [];
  for (const [name, column] of Object.entries(mapping.inputs)) {
    const text = subject.input[name];
    if (text !== undefined && text !== row[column]) row = row.with(column, text);
  }
  return row;
}

export function csvChunks(
  rubric: Rubric,
  entries: readonly Entry[],
  sources: readonly CaseSource[],
  options: CsvOptions,
): Generator<string, void> {
  const table = originalTable(
    entries.map(({ subject }) => subject),
    sources,
    rubric,
  );
  const judgementOf = (row: number) => entries[row]?.judgement;
  return scoredCsvChunks({ table, rubric, leaves: leaves(rubric.output), judgementOf }, options);
}

export function jsonlChunks(
  rubric: Rubric,
  entries: readonly Entry[],
  onProgress: (done: number) => void,
): Generator<string, void> {
  return judgementsJsonlChunks(rubric, entriesOf(entries), { onProgress });
}

export function htmlChunks(
  entries: readonly Entry[],
  report: Omit<Report, 'entries' | 'words'> & { language: 'en' | 'ko' },
): Generator<string, void> {
  const words = report.language === 'ko' ? korean : english;
  return reportChunks({ ...report, words, entries: entriesOf(entries) });
}

function entriesOf(entries: readonly Entry[]): Report['entries'] {
  return {
    count: entries.length,
    at: (index) => {
      const entry = entries[index];
      if (!entry) throw new Error(`Expected an entry below ${entries.length}, got ${index}.`);
      return entry;
    },
  };
}
