import { excerpt, type ReadingFailure, type ReadTable, type RowJump, type RowNote } from '../table';
import { jsonFault } from '../../kit/text/json-text';

/** What the member of an object is called that programs put a list of cases in. */
const USUAL_LISTS = /^(?:data|dataset|cases|rows|records|examples|entries)$/i;
/** The same where the members beside it are plain values: a case may well bring lists of these names. */
const COMMON_LISTS = /^(?:results|items|samples|tests|documents)$/i;

type ObjectRows = Pick<ReadTable, 'table' | 'notes'>;
type OnProgress = (share: number) => void;

/**
 * JSON → rows: a list of objects, such a list as a member of an object, or one object, which is one row. Which of the last two
 * an object is can be chosen; a guess is made where it is not. The whole text is checked first, so that a broken
 * file is refused rather than read in part.
 */
export function readJson(
  text: string,
  chosen: string | undefined,
  onProgress: OnProgress,
): (ObjectRows & { lists: string[]; list: string | null }) | ReadingFailure {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return brokenJson(text);
  }
  const start = skipSpace(text, 0);
  if (Array.isArray(value))
    return hasObject(value)
      ? { ...rowsOfList(text, start, onProgress), lists: [], list: null }
      : notRows('a list without objects', 'list-without-objects');
  if (typeof value !== 'object' || value === null) return notRows('a single value', 'single-value');
  const members: [string, unknown][] = Object.entries(value);
  if (members.length === 0) return notRows('an object without members', 'empty-object');
  const lists = members.flatMap(([key, member]) => (hasObject(member) ? [key] : []));
  const list = chosen ?? guessList(lists, members);
  if (list === '' || !lists.includes(list)) {
    const builder = new ObjectTable();
    builder.add(readObjectCells(text, start), 1);
    return { ...builder.finish(), lists, list: null };
  }
  const starts = valueStartsOf(text, start, list);
  const before = starts.slice(0, -1).map((at) => ({ key: list, text: text.slice(at, valueEnd(text, at)) }));
  return { ...rowsOfList(text, starts.at(-1) ?? -1, onProgress, repeatedKeys(before, 0)), lists, list };
}

/** The list that has the cases. Empty where the object may as well be a case that brings a list. */
function guessList(lists: readonly string[], members: readonly (readonly [string, unknown])[]): string {
  const [only = ''] = lists;
  if (lists.length !== 1) return '';
  if (members.length === 1 || USUAL_LISTS.test(only)) return only;
  const plain = members.every(([key, member]) => key === only || typeof member !== 'object');
  return plain && COMMON_LISTS.test(only) ? only : '';
}

function hasObject(list: unknown): boolean {
  return (
    Array.isArray(list) &&
    list.some((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
  );
}

/** `known` is what must be said of the list itself. */
function rowsOfList(
  text: string,
  listStart: number,
  onProgress: OnProgress,
  known: RowNote[] = [],
): ObjectRows {
  const builder = new ObjectTable(known);
  let item = 0;
  let at = skipSpace(text, listStart + 1);
  while (text[at] !== ']') {
    item += 1;
    let end: number;
    if (text[at] === '{') {
      const read = readObjectCells(text, at);
      builder.add(read, item);
      end = read.end;
    } else {
      end = valueEnd(text, at);
      const found = excerpt(text.slice(at, end));
      builder.notes.push({ kind: 'item-not-object', row: builder.rows.length, item, found });
    }
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
    if (item % ROWS_PER_REPORT === 0) onProgress(at / text.length);
  }
  return builder.finish();
}

function brokenJson(text: string): ReadingFailure {
  const { line, column } = jsonFault(text);
  return {
    code: 'damaged',
    message: `Expected JSON, but it is broken in line ${line}, column ${column}. Mend it, or save the cases as CSV or as one object per line (.jsonl).`,
    found: { kind: 'broken-json', line, column },
  };
}

function notRows(
  what: string,
  kind: 'list-without-objects' | 'single-value' | 'empty-object',
): ReadingFailure {
  return {
    code: 'not-a-table',
    message: `Expected a list of objects, one per case, got ${what}.`,
    found: { kind },
  };
}

/** One object per line. A line that is none is noted with its number and left out; the others are kept. */
export function readJsonl(text: string, onProgress: OnProgress): ObjectRows | ReadingFailure {
  const builder = new ObjectTable();
  let number = 0;
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(start, end);
    number += 1;
    start = end + 1;
    if (number % ROWS_PER_REPORT === 0) onProgress(start / text.length);
    if (line.trim() === '') continue;
    const fault = lineFault(line);
    if (fault === null) builder.add(readObjectCells(line, skipSpace(line, 0)), number);
    else builder.notes.push({ kind: fault, row: builder.rows.length, line: number, found: excerpt(line) });
  }
  return builder.rows.length > 0 ? builder.finish() : noObjectLines(builder.notes);
}

/** When no line at all is an object, the file is not JSONL. */
function noObjectLines(notes: readonly RowNote[]): ReadingFailure {
  const first = notes.find((note) => 'line' in note);
  const example = first ? ` Line ${first.line} is: ${first.found}` : '';
  return {
    code: 'not-a-table',
    message: `Expected one JSON object per line, found none.${example}`,
    ...(first && { found: { kind: 'no-object-lines', line: first.line, found: first.found } }),
  };
}

function lineFault(line: string): 'line-not-json' | 'line-not-object' | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'line-not-object';
  } catch {
    return 'line-not-json';
  }
}

const ROWS_PER_REPORT = 1000;

/** Objects as rows. Columns are their keys, in the order in which keys are first seen. */
class ObjectTable {
  readonly rows: string[][] = [];
  readonly notes: RowNote[];
  readonly #places = new Map<string, number>();
  readonly #numbers = new RowNumbers();

  constructor(notes: RowNote[] = []) {
    this.notes = notes;
  }

  add({ cells, overruled }: ObjectCells, number: number): void {
    const row = Array.from<string>({ length: this.#places.size }).fill('');
    for (const [key, text] of cells) {
      const place = this.#places.get(key) ?? this.#places.size;
      this.#places.set(key, place);
      row[place] = text;
    }
    const index = this.rows.push(row);
    this.notes.push(...repeatedKeys(overruled, index), ...this.#numbers.take(index, number));
  }
  /** Earlier rows lack the cells of keys that came later. */
  finish(): ObjectRows {
    const columns = [...this.#places.keys()];
    for (const row of this.rows) while (row.length < columns.length) row.push('');
    return { table: { columns, rows: this.rows }, notes: this.notes };
  }
}

/** What must be known of a row whose object has a key twice. */
function repeatedKeys(overruled: ObjectCells['overruled'], row: number): RowNote[] {
  return overruled.map(({ key, text }) => ({ kind: 'repeated-key', row, key, found: excerpt(text) }));
}

/** Follows how rows are numbered in the file, and notes where the number is not the next one. */
export class RowNumbers {
  #ahead: number;

  /** `ahead`: how many numbers come before that of the first row, if nothing is left out. */
  constructor(ahead = 0) {
    this.#ahead = ahead;
  }

  take(row: number, number: number): RowJump[] {
    if (number - row === this.#ahead) return [];
    this.#ahead = number - row;
    return [{ kind: 'jump', row, number }];
  }
}

interface ObjectCells {
  /** By key. */
  cells: Map<string, string>;
  /** Values that do not count, since their key stands again further on. */
  overruled: { key: string; text: string }[];
  end: number;
}

/**
 * Reads the object that starts at `start` of JSON known to be well formed. Values keep the digits they are written
 * with: 12345678901234567890 and 1.0 would not survive being numbers.
 */
function readObjectCells(text: string, start: number): ObjectCells {
  const cells = new Map<string, string>();
  const overruled: ObjectCells['overruled'] = [];
  let at = skipSpace(text, start + 1);
  while (text[at] !== '}') {
    const { key, valueStart, valueEnd: end, next } = memberAt(text, at);
    const before = cells.get(key);
    if (before !== undefined) overruled.push({ key, text: before });
    cells.set(key, cellText(text, valueStart, end));
    at = next;
  }
  return { cells, overruled, end: at + 1 };
}

/** Where the values of a key begin in the object that starts at `start`. Of a key that stands twice, the last one counts. */
function valueStartsOf(text: string, start: number, wanted: string): number[] {
  const found: number[] = [];
  let at = skipSpace(text, start + 1);
  while (text[at] !== '}') {
    const { key, valueStart, next } = memberAt(text, at);
    if (key === wanted) found.push(valueStart);
    at = next;
  }
  return found;
}

/** The member whose key begins at `at`, and where the next one does or the object ends. */
function memberAt(text: string, at: number) {
  const keyEnd = valueEnd(text, at);
  const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
  const end = valueEnd(text, valueStart);
  const behind = skipSpace(text, end);
  const next = text[behind] === ',' ? skipSpace(text, behind + 1) : behind;
  return { key: stringAt(text, at, keyEnd), valueStart, valueEnd: end, next };
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \n\r\t'.includes(text.charAt(at))) at += 1;
  return at;
}

/** Just after the value that starts at `start`. */
function valueEnd(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return stringEnd(text, start);
  if (first !== '{' && first !== '[') {
    let at = start;
    while (at < text.length && !',]} \n\r\t'.includes(text.charAt(at))) at += 1;
    return at;
  }
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = stringEnd(text, at) - 1;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function stringEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote >= 0 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote < 0 ? text.length : quote + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  while (text[quote - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

function cellText(text: string, start: number, end: number): string {
  const first = text[start];
  if (first === '"') return stringAt(text, start, end);
  const written = text.slice(start, end);
  if (written === 'null') return '';
  return first === '{' || first === '[' ? compact(written) : written;
}

function stringAt(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? String(JSON.parse(text.slice(start, end))) : inner;
}

/** Nested values in one line, without touching what stands in their texts. */
function compact(json: string): string {
  return json.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g, '$1');
}
