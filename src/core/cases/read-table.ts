import type {
  Encoding,
  ReadingChoices,
  ReadingFailure,
  ReadingReport,
  RowNote,
  SourceTable,
} from '../model/table';
import { decode } from './decode';
import { detectContainer, detectTextForm } from './detect-form';
import { guessDelimiter } from './guess-delimiter';
import { guessHeader } from './guess-header';
import { holdsSomething, parseDelimited, type ParsedRecords } from './parse-delimited';
import { parseJsonRows } from './parse-json-rows';
import { noObjectLines, parseJsonl } from './parse-jsonl';
import { isReadingFailure } from './reading-failure';
import type { ParsedRecord } from './record-reader';
import { columnName, TableShaper, widenRows, type TablePart } from './table-shaper';

/** A file whose form is known. Its rows come part by part; the last word says whether there was a table at all. */
export interface OpenTable {
  report: ReadingReport;
  parts: Generator<TablePart, ReadingFailure | null>;
}

export interface ReadTable {
  table: SourceTable;
  report: ReadingReport;
  notes: RowNote[];
}

export interface TextSource {
  text: string;
  /** Of the file, if it is one: its ending helps where the text leaves a doubt. */
  name?: string;
  encoding: Encoding | null;
}

/** Stands in no text, so that a single column is never cut. */
const NO_DELIMITER = '\u001f';
/** A first line that only tells Excel what stands between the cells. */
const SEPARATOR_LINE = /^sep=([^\r\n])\r?\n/i;
/** Anything but white space and delimiters. */
const SOMETHING = /[^\s,;|]/;
const RECORDS_PER_PART = 1000;

/** A file's bytes → an open table, or `xlsx` for a workbook, which needs a library that core does not have. */
export function openBytes(
  bytes: Uint8Array,
  name: string,
  choices: ReadingChoices,
): OpenTable | 'xlsx' | ReadingFailure {
  const container = detectContainer(bytes);
  if (container !== 'text') return container;
  const decoded = decode(bytes, choices.encoding);
  return isReadingFailure(decoded) ? decoded : openText({ ...decoded, name }, choices);
}

export function openText(source: TextSource, choices: ReadingChoices): OpenTable | ReadingFailure {
  const marked = source.text.startsWith('\ufeff') ? source.text.slice(1) : source.text;
  const declared = SEPARATOR_LINE.exec(marked);
  const text = declared ? marked.slice(declared[0].length) : marked;
  if (!(choices.delimiter === undefined ? SOMETHING : /\S/).test(text))
    return { code: 'empty', message: 'Expected cases, found nothing but white space and empty cells.' };
  const base = { encoding: source.encoding, delimiter: null, header: true, sheets: [], sheet: null };
  // Whoever chooses a delimiter says that this is delimited text.
  const form = choices.delimiter === undefined && !declared ? detectTextForm(text, source.name) : 'csv';
  if (form === 'json') {
    const rows = parseJsonRows(text, choices.list);
    if ('code' in rows) return rows;
    const { parts, lists, list } = rows;
    return { report: { ...base, kind: 'json', lists, list }, parts: untilRows(parts, noRows) };
  }
  if (form === 'jsonl')
    return { report: { ...base, kind: 'jsonl' }, parts: untilRows(parseJsonl(text), noObjectLines) };
  const told = choices.delimiter ?? declared?.[1];
  const delimiter = told === undefined ? guessDelimiter(text) : told || null;
  return openRecords(
    parseDelimited(text, delimiter ?? NO_DELIMITER),
    { ...base, kind: 'csv', delimiter },
    text.length,
    choices.header,
  );
}

/** The cells of a workbook's sheet → an open table. */
export function openSheet(
  cells: readonly string[][],
  sheets: { all: string[]; chosen: string },
  choices: ReadingChoices,
): OpenTable | ReadingFailure {
  const report: ReadingReport = {
    kind: 'xlsx',
    encoding: null,
    delimiter: null,
    header: true,
    sheets: sheets.all,
    sheet: sheets.chosen,
  };
  return openRecords(sheetRecords(cells), report, cells.length, choices.header);
}

/** A whole table at once, for text that is short. */
export function readText(source: TextSource, choices: ReadingChoices = {}): ReadTable | ReadingFailure {
  const open = openText(source, choices);
  return isReadingFailure(open) ? open : collect(open);
}

export function collect({ report, parts }: OpenTable): ReadTable | ReadingFailure {
  const rows: string[][] = [];
  const notes: RowNote[] = [];
  let columns: readonly string[] = [];
  for (let next = parts.next(); ; next = parts.next()) {
    if (next.done) {
      if (next.value) return next.value;
      widenRows(rows, columns.length);
      return { table: { columns: [...columns], rows }, report, notes };
    }
    columns = next.value.columns;
    for (const row of next.value.rows) rows.push(row);
    for (const note of next.value.notes) notes.push(note);
  }
}

function openRecords(
  source: Generator<ParsedRecords>,
  report: ReadingReport,
  length: number,
  chosenHeader: boolean | undefined,
): OpenTable | ReadingFailure {
  const opening: ParsedRecord[] = [];
  let read = 0;
  // Two records at least, or there is nothing to compare a header with.
  while (opening.length < 2) {
    const next = source.next();
    if (next.done) break;
    for (const record of next.value.records) opening.push(record);
    read = next.value.end;
  }
  const [first] = opening;
  if (!first) return { code: 'empty', message: 'Expected cases, found only empty cells.' };
  const guess = guessHeader(opening.map((record) => record.cells));
  const header = chosenHeader ?? guess.header;
  return {
    report: { ...report, header, ...(chosenHeader === undefined ? { headerReason: guess.reason } : {}) },
    parts: untilRows(shaped(header, opening, read, source, length), noRows),
  };
}

function* shaped(
  header: boolean,
  opening: readonly ParsedRecord[],
  read: number,
  rest: Generator<ParsedRecords>,
  length: number,
): Generator<TablePart> {
  const [first = { cells: [], quoteFault: null }] = opening;
  const columns = header ? first.cells : first.cells.map((_, place) => columnName(place));
  const shaper = new TableShaper(columns, header ? 1 : 0, header ? (first.blankBefore ?? 0) : 0);
  const part = shaper.shape(header ? opening.slice(1) : opening, read / length);
  if (header && first.quoteFault !== null) part.notes.unshift({ kind: first.quoteFault, row: 0 });
  yield part;
  for (const { records, end } of rest) yield shaper.shape(records, end / length);
}

function* sheetRecords(cells: readonly string[][]): Generator<ParsedRecords> {
  let blank = 0;
  for (let start = 0; start < cells.length; start += RECORDS_PER_PART) {
    const end = Math.min(cells.length, start + RECORDS_PER_PART);
    const records: ParsedRecord[] = [];
    for (const row of cells.slice(start, end)) {
      if (!holdsSomething(row)) blank += 1;
      else {
        records.push({ cells: row, quoteFault: null, blankBefore: blank });
        blank = 0;
      }
    }
    yield { records, end };
  }
}

/** Passes parts on and ends with a failure if none of them had a row. */
function* untilRows(
  parts: Generator<TablePart>,
  whenNone: (notes: readonly RowNote[]) => ReadingFailure,
): Generator<TablePart, ReadingFailure | null> {
  let any = false;
  const notes: RowNote[] = [];
  for (const part of parts) {
    any ||= part.rows.length > 0;
    if (!any) notes.push(...part.notes);
    yield part;
  }
  return any ? null : whenNone(notes);
}

function noRows(): ReadingFailure {
  return {
    code: 'no-rows',
    message:
      'Expected cases below the names of the columns, found the names only. If the first row is a case, say that there is no header.',
  };
}
