import type { Rubric } from '../model/rubric';
import type { SourceTable } from '../model/table';
import { cellWriter } from '../text/csv-cell';
import { escapeFormula } from '../text/formula-safety';
import { wantedAt, type Piece } from './judged-entries';
import {
  idColumn,
  nameColumn,
  noteRanges,
  personColumns,
  resultColumns,
  runColumn,
  statusColumn,
  type OutputLeaf,
  type PersonLabels,
  type ScoredColumn,
  type ScoredResult,
} from './scored-columns';

/** What a run says of the rows of a table. */
export interface ScoredRun {
  id: string;
  rubric: Rubric;
  leaves: readonly OutputLeaf[];
  /**
   * By the row's place in the table. Undefined where the row was not judged: all columns of the result are then empty. Of a
   * judgement that is outdated, or stored and not readable, only the status says so.
   */
  resultAt: (row: number) => ScoredResult | 'outdated' | 'unreadable' | undefined;
  /** False spares a look at a judgement that bounds no field. Left out: all are looked at. */
  mayHaveRange?: (row: number) => boolean;
  /** Criteria, by id, of which some judgement has an expected score. Left out: none. */
  expected?: ReadonlySet<string>;
  /** Whether some case was judged more than once. */
  repeated?: boolean;
}

export interface ScoredTable {
  /** The original columns, one row per case. */
  table: SourceTable;
  idAt: (row: number) => string;
  /** Stacked: all rows of the first, then all rows of the next. */
  runs: readonly ScoredRun[];
  people?: readonly PersonLabels[];
  /** What each case is called now, judged or not. Null where the original columns say so already. */
  nameAt?: ((row: number) => string) | null;
  /** Whether some cost is known. */
  currency?: boolean;
}

export interface CsvOptions {
  delimiter?: string;
  newline?: '\r\n' | '\n';
  /** Excel takes a file without it for one in the system's own encoding, and spoils Korean. */
  bom?: boolean;
  /** False leaves out free text and keeps scores and labels. */
  rationales?: boolean;
  /** Each row names its run. */
  allRuns?: boolean;
  /** Called at each chunk with the number of rows that are written. */
  onProgress?: (rows: number) => void;
}

const chunkLength = 65_536;
/** Looking for ranges is quick, so it gives way only now and then. */
const rowsPerTurn = 4_000;

/** A column of the file: one cell per run's result, or per case. */
interface Column {
  name: string;
  /** By the number of the run. Absent where the run's rubric has no such column. */
  cells?: readonly (ScoredColumn['cell'] | undefined)[];
  caseCell?: (row: number, run: ScoredRun) => string;
}

/**
 * The scored CSV, in pieces of about 64 kB: every original column first, in its order, then ours, named `assay.…`. A piece may
 * be empty: it is a chance to let the page breathe. A file that already has `assay.` columns keeps them untouched, and
 * ours are named `assay2.…`, so that two judgements of the same case can stand side by side.
 */
export function* scoredCsvChunks(scored: ScoredTable, options: CsvOptions = {}): Generator<Piece, void> {
  const { table, runs } = scored;
  const { delimiter = ',', newline = '\r\n', bom = false, onProgress } = options;
  const write = cellWriter(delimiter);
  const safe = (text: string) => write(escapeFormula(text));
  const height = table.rows.length;
  const count = height * runs.length;
  const at = (index: number) => {
    const number = Math.floor(index / height);
    const run = runs[number];
    if (!run) throw new Error(`Expected a row below ${count}, got ${index}.`);
    return { run, number, row: index % height };
  };

  const ranges = new Set<string>();
  let someRange = false;
  for (let index = 0; index < count && !someRange; index += 1) {
    const { run, row } = at(index);
    someRange = run.mayHaveRange?.(row) ?? true;
    if (index % rowsPerTurn === rowsPerTurn - 1) yield '';
  }
  for (let index = 0; index < count && someRange; index += 1) {
    const wanted = wantedAt(index, count);
    if (wanted) yield wanted;
    const { run, row } = at(index);
    const result = run.resultAt(row);
    if (typeof result === 'object') noteRanges(result.judgement, ranges);
  }

  const columns = columnsOf(scored, options, ranges);
  const prefix = freePrefix(table.columns);
  const header = [...table.columns, ...columns.map(({ name }) => `${prefix}.${name}`)];
  let chunk = (bom ? '\ufeff' : '') + header.map(safe).join(delimiter);
  for (let index = 0; index < count; index += 1) {
    const wanted = wantedAt(index, count);
    if (wanted) yield wanted;
    const { run, number, row } = at(index);
    const originals = table.rows[row] ?? [];
    chunk += newline;
    for (let column = 0; column < table.columns.length; column += 1) {
      if (column > 0) chunk += delimiter;
      chunk += safe(originals[column] ?? '');
    }
    const result = run.resultAt(row);
    for (const { name, cells, caseCell } of columns) {
      chunk += delimiter;
      if (caseCell) chunk += safe(caseCell(row, run));
      else if (typeof result === 'object') chunk += safe(cells?.[number]?.(result) ?? '');
      else if (name === statusColumn) chunk += result ?? '';
    }
    if (chunk.length >= chunkLength) {
      onProgress?.(index + 1);
      yield chunk;
      chunk = '';
    }
  }
  onProgress?.(count);
  yield chunk;
}

function columnsOf(
  { runs, idAt, people = [], nameAt = null, currency = false }: ScoredTable,
  { rationales = true, allRuns = false }: CsvOptions,
  ranges: ReadonlySet<string>,
): Column[] {
  const samples = runs.some(({ repeated = false }) => repeated);
  const ofRuns = runs.map(({ rubric, leaves, expected = new Set<string>() }) =>
    resultColumns(rubric, leaves, { rationales, ranges, expected, samples, currency }),
  );
  const groups = ofRuns[0]?.before.map((_, group) => ofRuns.map(({ before }) => before[group] ?? [])) ?? [];
  const ofCase = (name: string, caseCell: Column['caseCell']): Column => ({
    name,
    ...(caseCell && { caseCell }),
  });
  return [
    ofCase(idColumn, idAt),
    ...groups.flatMap(together),
    ...(allRuns ? [ofCase(runColumn, (_, { id }) => id)] : []),
    ...together(ofRuns.map(({ about }) => about)),
    ...personColumns(people).map(({ name, cell }) => ofCase(name, (row) => cell(idAt(row)))),
    ...(nameAt ? [ofCase(nameColumn, nameAt)] : []),
  ];
}

/** The columns of several runs, each name once, in the order in which they are met. */
function together(ofRuns: readonly (readonly ScoredColumn[])[]): Column[] {
  const names = new Set(ofRuns.flatMap((columns) => columns.map(({ name }) => name)));
  const byName = ofRuns.map((columns) => new Map(columns.map(({ name, cell }) => [name, cell])));
  return [...names].map((name) => ({ name, cells: byName.map((cells) => cells.get(name)) }));
}

function freePrefix(columns: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const prefix = number === 1 ? 'assay' : `assay${number}`;
    if (!columns.some((name) => name.startsWith(`${prefix}.`))) return prefix;
  }
}
