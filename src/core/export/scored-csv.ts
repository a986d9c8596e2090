import type { Judgement } from '../model/judgement';
import type { Rubric } from '../model/rubric';
import type { SourceTable } from '../model/table';
import { cellWriter } from '../text/csv-cell';
import { escapeFormula } from '../text/formula-safety';
import { wantedAt, type Piece } from './judged-entries';
import { sampleColumns } from './sample-columns';
import type { Samples } from './samples';
import { nameColumn, noteRanges, runColumn, scoredColumns, type OutputLeaf } from './scored-columns';

export interface ScoredTable {
  table: SourceTable;
  rubric: Rubric;
  leaves: readonly OutputLeaf[];
  /**
   * By the row's place in the table. Undefined where the row was not judged: all our cells are then empty. Of a judgement that
   * is stored and cannot be read only the status says so.
   */
  judgementOf: (row: number) => Judgement | 'unreadable' | undefined;
  /** False spares a look at a judgement that bounds no field. Left out: all are looked at. */
  mayHaveRange?: (row: number) => boolean;
  /** Criteria, by id, of which some judgement has an expected score. Left out: none. */
  expected?: ReadonlySet<string>;
  /** What several judgements of a row's case say together. Null where none was judged more than once. */
  samplesOf?: ((row: number) => Samples | undefined) | null;
  /** What each case is called now, judged or not. Null where the original columns say so already. */
  nameOf?: ((row: number) => string) | null;
  /** The run in which a row was judged. Null or left out where that is not known. */
  runOf?: ((row: number) => string) | null;
}

export interface CsvOptions {
  delimiter?: string;
  newline?: '\r\n' | '\n';
  /** Excel takes a file without it for one in the system's own encoding, and spoils Korean. */
  bom?: boolean;
  /** False leaves out free text and keeps scores and labels. */
  rationales?: boolean;
  /** Which rows of the table, in which order. Left out: all. */
  rows?: ArrayLike<number>;
  /** Told at each chunk how many rows are written. */
  onProgress?: (rows: number) => void;
}

const chunkLength = 65_536;
/** Looking for ranges is quick, so it gives way only now and then. */
const rowsPerTurn = 4_000;

/**
 * The scored CSV, in pieces of about 64 kB: every original column first, in its order, then ours, named `assay.…`. A piece may
 * be empty: it is a chance to let the page breathe. A file that already has `assay.` columns keeps them untouched, and
 * ours are named `assay2.…`, so that two judgements of the same case can stand side by side. Where cases were judged several
 * times, `assay.samples.…` follow. Names that were changed after the file was read stand last, in `assay.case`.
 */
export function* scoredCsvChunks(scored: ScoredTable, options: CsvOptions = {}): Generator<Piece, void> {
  const { table, rubric, leaves, judgementOf, mayHaveRange = () => true } = scored;
  const { samplesOf = null, nameOf = null, runOf = null, expected = new Set<string>() } = scored;
  const { delimiter = ',', newline = '\r\n', bom = false, rationales = true, rows, onProgress } = options;
  const write = cellWriter(delimiter);
  const count = rows?.length ?? table.rows.length;
  const rowAt = (index: number) => (rows ? rows[index] : index) ?? -1;

  const ranges = new Set<string>();
  let someRange = false;
  for (let index = 0; index < count && !someRange; index += 1) {
    someRange = mayHaveRange(rowAt(index));
    if (index % rowsPerTurn === rowsPerTurn - 1) yield '';
  }
  for (let index = 0; index < count && someRange; index += 1) {
    const wanted = wantedAt(index, count);
    if (wanted) yield wanted;
    const judgement = judgementOf(rowAt(index));
    if (judgement && judgement !== 'unreadable') noteRanges(rubric, judgement, ranges);
  }

  const added = scoredColumns(rubric, leaves, { rationales, ranges, expected });
  const prefix = freePrefix(table.columns);
  const together = samplesOf ? sampleColumns(rubric) : [];
  const ours = [
    ...added.map(({ name }) => name),
    ...(runOf ? [runColumn] : []),
    ...together.map(({ name }) => name),
    ...(nameOf ? [nameColumn] : []),
  ];
  const header = [...table.columns, ...ours.map((name) => `${prefix}.${name}`)];
  const unjudged = delimiter.repeat(added.length);
  let chunk = (bom ? '\ufeff' : '') + header.map((name) => write(escapeFormula(name))).join(delimiter);
  for (let index = 0; index < count; index += 1) {
    const wanted = wantedAt(index, count);
    if (wanted) yield wanted;
    const row = rowAt(index);
    const cells = table.rows[row];
    if (!cells) throw new Error(`Expected a row from 0 to ${table.rows.length - 1}, got ${row}.`);
    chunk += newline;
    for (let column = 0; column < table.columns.length; column += 1) {
      if (column > 0) chunk += delimiter;
      chunk += write(escapeFormula(cells[column] ?? ''));
    }
    const judgement = judgementOf(row);
    if (judgement === 'unreadable')
      for (const { name } of added) chunk += delimiter + (name === 'status' ? judgement : '');
    else if (judgement)
      for (const { cell } of added) chunk += delimiter + write(escapeFormula(cell(judgement)));
    else chunk += unjudged;
    if (runOf) chunk += delimiter + (judgement ? write(escapeFormula(runOf(row))) : '');
    const samples = samplesOf?.(row);
    for (const { cell } of together)
      chunk += delimiter + (samples ? write(escapeFormula(cell(samples))) : '');
    if (nameOf) chunk += delimiter + write(escapeFormula(nameOf(row)));
    if (chunk.length >= chunkLength) {
      onProgress?.(index + 1);
      yield chunk;
      chunk = '';
    }
  }
  onProgress?.(count);
  yield chunk;
}

function freePrefix(columns: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const prefix = number === 1 ? 'assay' : `assay${number}`;
    if (!columns.some((name) => name.startsWith(`${prefix}.`))) return prefix;
  }
}
