import {
  isReadingFailure,
  type Encoding,
  type ReadingChoices,
  type ReadingFailure,
  type ReadingReport,
  type ReadTable,
  type RowNote,
  type SourceTable,
} from '../table';
import { decode } from './decode';
import { detectContainer, detectTextForm } from './detect-form';
import { guessDelimiter, guessHeader } from './guess-csv-form';
import { hasText, readCsv, type CsvRow } from '../../kit/csv';
import { readJson, readJsonl } from './json-rows';
import { TableLimits } from './limits';

export type OnProgress = (share: number) => void;

interface TextSource {
  text: string;
  /** Of the file, if it is one: its ending helps where the text leaves a doubt. */
  name?: string;
  encoding: Encoding | null;
}

/** Stands in no text, so that a single column is never cut. */
const noDelimiter = '\u001f';
/** In characters. */
const firstReach = 65_536;
const separatorLine = /^sep=([^\r\n])\r?\n/i;
const something = /[^\s,;|]/;

/** A file's bytes → a table, or `xlsx` for a workbook, which needs a library that is loaded later. */
export function readBytes(
  bytes: Uint8Array,
  name: string,
  choices: ReadingChoices,
  onProgress?: OnProgress,
): ReadTable | 'xlsx' | ReadingFailure {
  const container = detectContainer(bytes);
  if (container !== 'text') return container;
  if (/\.xlsx$/i.test(name)) return { code: 'damaged' };
  const decoded = decode(bytes, choices.encoding);
  return isReadingFailure(decoded) ? decoded : readText({ ...decoded, name }, choices, onProgress);
}

export function readText(
  source: TextSource,
  choices: ReadingChoices = {},
  onProgress: OnProgress = () => undefined,
): ReadTable | ReadingFailure {
  const marked = source.text.startsWith('\ufeff') ? source.text.slice(1) : source.text;
  const declared = separatorLine.exec(marked);
  const text = declared ? marked.slice(declared[0].length) : marked;
  if (!(choices.delimiter === undefined ? something : /\S/).test(text)) return { code: 'empty' };
  const base = { encoding: source.encoding, delimiter: null, header: true, sheets: [], sheet: null };
  // Choosing a delimiter says that this is delimited text.
  const form = choices.delimiter === undefined && !declared ? detectTextForm(text, source.name) : 'csv';
  if (form !== 'csv') {
    const read = form === 'json' ? readJson(text, choices.list, onProgress) : readJsonl(text, onProgress);
    if (isReadingFailure(read)) return read;
    const { table, numbers, notes, ...lists } = read;
    return { table, numbers, notes, report: { ...base, kind: form, ...lists } };
  }
  const given = choices.delimiter ?? declared?.[1];
  const delimiter = given === undefined ? guessDelimiter(text) : given || null;
  const records: CsvRow[] = [];
  const limits = new TableLimits();
  let before = 0;
  let reach = firstReach;
  for (const { rows, end } of readCsv(text, delimiter ?? noDelimiter)) {
    for (const row of rows) {
      const failure = limits.add(row.cells);
      if (failure) return failure;
      records.push(row);
    }
    // A row that is longer than what was looked at: as much of it again is looked at before all of it becomes cells.
    reach = end === before ? reach * 2 : firstReach;
    const begun =
      end === before ? readCsv(text.slice(end, end + reach), delimiter ?? noDelimiter, reach) : [];
    for (const {
      rows: [row],
    } of begun) {
      const failure = row && new TableLimits().add(row.cells);
      if (failure) return failure;
      break;
    }
    before = end;
    onProgress(end / text.length);
  }
  return shapeRecords(records, { ...base, kind: 'csv', delimiter }, choices.header);
}

/** Rows of a workbook that have text, by their numbers. */
export interface SheetCells {
  rows: { number: number; cells: string[] }[];
  notes: RowNote[];
}

export function readSheet(
  { rows, notes }: SheetCells,
  sheets: { all: string[]; chosen: string },
  choices: ReadingChoices,
): ReadTable | ReadingFailure {
  let last = 0;
  const records = rows.flatMap(({ number, cells }): CsvRow[] => {
    if (!hasText(cells)) return [];
    const blankBefore = number - last - 1;
    last = number;
    return [{ cells, quoteFault: null, blankBefore }];
  });
  const report = { encoding: null, delimiter: null, header: true, sheets: sheets.all, sheet: sheets.chosen };
  const read = shapeRecords(records, { ...report, kind: 'xlsx' }, choices.header);
  return isReadingFailure(read) ? read : { ...read, notes: [...read.notes, ...notes] };
}

/** Gives records the width of the header. Nothing is dropped: cells beyond the header open columns of their own. */
function shapeRecords(
  records: readonly CsvRow[],
  report: ReadingReport,
  chosenHeader: boolean | undefined,
): ReadTable | ReadingFailure {
  const [first] = records;
  if (!first) return { code: 'empty' };
  const header = chosenHeader ?? guessHeader(records);
  const columns = header ? first.cells : first.cells.map((_, place) => columnName(place));
  const named = columns.length;
  const rows: string[][] = [];
  const numbers: number[] = [];
  const notes: RowNote[] = [];
  let number = 0;
  for (const record of records) {
    const { cells, quoteFault, blankBefore } = record;
    number += blankBefore + 1;
    const isHeader = header && record === first;
    const at = isHeader ? null : number;
    if (!isHeader) {
      rows.push(cells);
      numbers.push(number);
    }
    if (quoteFault !== null) notes.push({ kind: quoteFault, at });
    const found = cells.length;
    if (found < named) notes.push({ kind: 'short-row', at, expected: named, found });
    // A delimiter at the end of a row opens no column.
    while (cells.length > named && cells.at(-1) === '') cells.pop();
    if (cells.length > named) notes.push({ kind: 'long-row', at, expected: named, found });
    while (!isHeader && columns.length < cells.length) columns.push(columnName(columns.length));
  }
  if (rows.length === 0) return { code: 'no-rows' };
  for (const row of rows) while (row.length < columns.length) row.push('');
  return { table: { columns, rows }, numbers, notes, report: { ...report, header } };
}

function columnName(place: number): string {
  return `Column ${place + 1}`;
}

/** Tables one under the other. Columns of the same name become one; the second column called `a` is the second everywhere. */
export function joinTables(tables: readonly SourceTable[]): SourceTable {
  const [first] = tables;
  if (!first || tables.length === 1) return first ?? { columns: [], rows: [] };
  const columns: string[] = [];
  const placeOf = new Map<string, number>();
  const places = tables.map((table) => {
    const seen = new Map<string, number>();
    return table.columns.map((name) => {
      const nth = (seen.get(name) ?? 0) + 1;
      seen.set(name, nth);
      const key = `${nth}:${name}`;
      const known = placeOf.get(key);
      if (known !== undefined) return known;
      placeOf.set(key, columns.length);
      return columns.push(name) - 1;
    });
  });
  const rows = tables.flatMap((table, index) =>
    table.rows.map((row) => {
      const joined = Array.from({ length: columns.length }, () => '');
      row.forEach((cell, at) => (joined[places[index]?.[at] ?? at] = cell));
      return joined;
    }),
  );
  return { columns, rows };
}
