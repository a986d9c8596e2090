import type {
  Encoding,
  ReadingChoices,
  ReadingFailure,
  ReadingReport,
  RowNote,
  SourceTable,
} from '../model/table';
import { addCut, cutRows, type Cuts } from './cut-rows';
import { decode, decodePieces } from './decode';
import { detectContainer, detectTextForm } from './detect-form';
import { guessDelimiter } from './guess-delimiter';
import { noRows, openRecords, untilRows, type Ending, type OpenTable } from './open-records';
import { parsePieces, recordEndIn, type ParsedRecords } from './parse-delimited';
import { parseJsonRows } from './parse-json-rows';
import { noObjectLines, parseJsonl } from './parse-jsonl';
import { isReadingFailure } from './reading-failure';
import type { ParsedRecord } from './record-reader';
import { widenRows } from './table-shaper';
import { cutText, type TextPiece } from './text-piece';

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
/** Anything but white space and delimiters. */
const SOMETHING = /[^\s,;|]/;
/** A part of a sheet has no more than this. */
const PART_RECORDS = 1000;
const PART_CHARACTERS = 131_072;
/** A text that is longer is read while it is being decoded. */
const OPENING_CHARACTERS = 262_144;

/** A file's bytes → an open table, or `xlsx` for a workbook, which needs a library that core does not have. */
export function openBytes(
  bytes: Uint8Array,
  name: string,
  choices: ReadingChoices,
): OpenTable | 'xlsx' | ReadingFailure {
  const container = detectContainer(bytes);
  if (container !== 'text') return container;
  return openWhileDecoding(bytes, name, choices) ?? openDecoded(bytes, name, choices);
}

function openDecoded(bytes: Uint8Array, name: string, choices: ReadingChoices): OpenTable | ReadingFailure {
  const decoded = decode(bytes, choices.encoding);
  return isReadingFailure(decoded) ? decoded : openText({ ...decoded, name }, choices);
}

/** Long delimited text; null for anything else. Its first rows are there before the last are decoded. */
function openWhileDecoding(
  bytes: Uint8Array,
  name: string,
  choices: ReadingChoices,
): OpenTable | ReadingFailure | null {
  const pieces = decodePieces(bytes, choices.encoding);
  const first: TextPiece[] = [];
  let opening = '';
  let encoding: Encoding | null = null;
  while (opening.length <= OPENING_CHARACTERS) {
    const next = pieces.next();
    if (next.done) return null;
    first.push(next.value);
    opening += next.value.text;
    encoding = next.value.encoding;
  }
  if (formOf(opening, name, choices) !== 'csv') return null;
  const whole = () => openDecoded(bytes, name, choices);
  return openDelimited(opening, resumed(first, pieces, whole), encoding, choices);
}

/** A text from its first pieces on; ends with the table opened otherwise where the rest did not decode. */
function* resumed(
  first: readonly TextPiece[],
  rest: Generator<TextPiece, boolean>,
  otherwise: () => OpenTable | ReadingFailure,
): Generator<TextPiece, Ending> {
  yield* first;
  return (yield* rest) ? null : otherwise();
}

export function openText(source: TextSource, choices: ReadingChoices): OpenTable | ReadingFailure {
  const text = source.text.startsWith('\ufeff') ? source.text.slice(1) : source.text;
  const form = formOf(text, source.name, choices);
  const base = { encoding: source.encoding, delimiter: null, header: true, sheets: [], sheet: null };
  if (form === 'nothing')
    return { code: 'empty', message: 'Expected cases, found nothing but white space and empty cells.' };
  if (form === 'json') {
    const parts = parseJsonRows(text);
    if (isReadingFailure(parts)) return parts;
    return { report: { ...base, kind: 'json' }, parts: untilRows(parts, noRows) };
  }
  if (form === 'jsonl')
    return { report: { ...base, kind: 'jsonl' }, parts: untilRows(parseJsonl(text), noObjectLines) };
  return openDelimited(text, cutText(text), source.encoding, choices);
}

/** Whoever chooses a delimiter says that this is delimited text. */
function formOf(text: string, name: string | undefined, { delimiter }: ReadingChoices) {
  if (!(delimiter === undefined ? SOMETHING : /\S/).test(text)) return 'nothing';
  return delimiter === undefined ? detectTextForm(text, name) : 'csv';
}

/** `opening` is all of the text or so much of it that its form can be told. */
function openDelimited(
  opening: string,
  pieces: Generator<TextPiece, Ending>,
  encoding: Encoding | null,
  choices: ReadingChoices,
): OpenTable | ReadingFailure {
  const delimiter = choices.delimiter === undefined ? guessDelimiter(opening) : choices.delimiter || null;
  const report: ReadingReport = { kind: 'csv', encoding, delimiter, header: true, sheets: [], sheet: null };
  const records = parsePieces(pieces, delimiter ?? NO_DELIMITER, recordEndIn(opening));
  return openRecords(records, report, choices.header);
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
  return openRecords(sheetRecords(cells), report, choices.header);
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
      if (next.value) return isReadingFailure(next.value) ? next.value : collect(next.value);
      widenRows(rows, columns.length);
      return { table: { columns: [...columns], rows }, report, notes };
    }
    columns = next.value.columns;
    for (const row of cutRows(next.value.rows)) rows.push(row);
    for (const note of next.value.notes) notes.push(note);
  }
}

function* sheetRecords(cells: readonly string[][]): Generator<ParsedRecords, null> {
  for (let start = 0; start < cells.length;) {
    const records: ParsedRecord[] = [];
    let text = '';
    let end = start;
    for (; end < cells.length && text.length < PART_CHARACTERS && end - start < PART_RECORDS; end += 1) {
      const row = cells[end] ?? [];
      if (row.every((cell) => cell.trim() === '')) continue;
      const cuts: Cuts = [];
      for (const cell of row) {
        addCut(cuts, text.length, text.length + cell.length);
        text += cell;
      }
      records.push({ cuts, quoteFault: null });
    }
    start = end;
    yield { text, records, share: end / cells.length };
  }
  return null;
}
