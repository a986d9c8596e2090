import { excerpt, type ReadingFailure, type ReadTable, type RowNote } from '../table';
import { isDeeperThan, isPlainObject } from '../../kit/json';
import { jsonFault } from '../../kit/text/json-text';
import { most, TableLimits, tooMuch } from './limits';

/** Names under which programs put a list of cases into an object. */
const usualLists = /^(?:data|dataset|cases|rows|records|examples|entries)$/i;
/** The same where the members beside it are plain values: a case may well bring lists of these names. */
const commonLists = /^(?:results|items|samples|tests|documents)$/i;

type ObjectRows = Omit<ReadTable, 'report'>;
interface FoundLists {
  lists: string[];
  list: string | null;
}
type OnProgress = (share: number) => void;
const rowsPerReport = 1000;

/** A list of objects, such a list as a member of an object, or one object, which is one row. */
export function readJson(
  text: string,
  chosen: string | undefined,
  onProgress: OnProgress,
): (ObjectRows & FoundLists) | ReadingFailure {
  if (isDeeperThan(text, most.levels)) return tooMuch('levels', most.levels + 1);
  let value: unknown;
  try {
    value = parseKeepingDigits(text);
  } catch {
    return { code: 'damaged', found: { kind: 'broken-json', ...jsonFault(text) } };
  }
  if (Array.isArray(value))
    return value.some(isPlainObject)
      ? rowsOfList(value, { lists: [], list: null }, onProgress)
      : { code: 'not-a-table', found: { kind: 'list-without-objects' } };
  if (!isPlainObject(value)) return { code: 'not-a-table', found: { kind: 'single-value' } };
  const members = Object.entries(value);
  if (members.length === 0) return { code: 'not-a-table', found: { kind: 'empty-object' } };
  const lists = members.flatMap(([key, member]) =>
    Array.isArray(member) && member.some(isPlainObject) ? [key] : [],
  );
  const list = chosen ?? guessList(lists, members);
  const items: unknown = lists.includes(list) ? value[list] : null;
  if (Array.isArray(items)) return rowsOfList(items, { lists, list }, onProgress);
  return rowsOfList([value], { lists, list: null }, onProgress);
}

/** The list that has the cases. Empty where the object may as well be a case that brings a list. */
function guessList(lists: readonly string[], members: readonly (readonly [string, unknown])[]): string {
  const [only = ''] = lists;
  if (lists.length !== 1) return '';
  if (members.length === 1 || usualLists.test(only)) return only;
  const plain = members.every(([key, member]) => key === only || typeof member !== 'object');
  return plain && commonLists.test(only) ? only : '';
}

function rowsOfList(
  items: readonly unknown[],
  found: FoundLists,
  onProgress: OnProgress,
): (ObjectRows & FoundLists) | ReadingFailure {
  const builder = new ObjectTable();
  for (const [index, item] of items.entries()) {
    const at = index + 1;
    if (isPlainObject(item)) builder.add(item, at);
    else builder.notes.push({ kind: 'item-not-object', at, found: excerpt(jsonText(item)) });
    if (builder.failure) return builder.failure;
    if (at % rowsPerReport === 0) onProgress(at / items.length);
  }
  return { ...builder.finish(), ...found };
}

/** One object per line. A line that is none is noted with its number and left out; the others are kept. */
export function readJsonl(text: string, onProgress: OnProgress): ObjectRows | ReadingFailure {
  const builder = new ObjectTable();
  let at = 0;
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(start, end);
    at += 1;
    start = end + 1;
    if (at % rowsPerReport === 0) onProgress(start / text.length);
    if (line.trim() === '') continue;
    const found = excerpt(line);
    if (isDeeperThan(line, most.levels)) {
      builder.notes.push({ kind: 'line-too-deep', at, found });
      continue;
    }
    try {
      const value = parseKeepingDigits(line);
      if (isPlainObject(value)) builder.add(value, at);
      else builder.notes.push({ kind: 'line-not-object', at, found });
    } catch {
      builder.notes.push({ kind: 'line-not-json', at, found });
    }
    if (builder.failure) return builder.failure;
  }
  if (builder.rows.length > 0) return builder.finish();
  const { at: line, found } = builder.notes[0] ?? { at: 1, found: '' };
  return { code: 'not-a-table', found: { kind: 'no-object-lines', line, found } };
}

/** Objects as rows. Columns are their keys, in the order in which keys are first seen. */
class ObjectTable {
  readonly rows: string[][] = [];
  readonly numbers: number[] = [];
  readonly notes: Extract<RowNote, { found: string }>[] = [];
  /** Why no more rows can be added. */
  failure: ReadingFailure | null = null;
  readonly #places = new Map<string, number>();
  readonly #limits = new TableLimits();

  add(object: Record<string, unknown>, number: number): void {
    const row = Array.from<string>({ length: this.#places.size }).fill('');
    for (const [key, value] of Object.entries(object)) {
      const place = this.#places.get(key) ?? this.#places.size;
      this.#places.set(key, place);
      row[place] = cellText(value);
    }
    this.failure = this.#limits.add(row);
    this.rows.push(row);
    this.numbers.push(number);
  }
  finish(): ObjectRows {
    const columns = [...this.#places.keys()];
    for (const row of this.rows) while (row.length < columns.length) row.push('');
    return { table: { columns, rows: this.rows }, numbers: this.numbers, notes: this.notes };
  }
}

const textsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const mark = '\0number:';
const marked = /"\\u0000number:([^"]*)"/g;

/** Numbers that would lose digits, as 12345678901234567890 and 1.0, become texts with a mark that `cellText` takes off. */
function parseKeepingDigits(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  const kept = text.replace(textsAndNumbers, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : JSON.stringify(mark + token),
  );
  return kept === text ? parsed : JSON.parse(kept);
}

function cellText(value: unknown): string {
  if (value === null) return '';
  if (typeof value !== 'string') return jsonText(value);
  return value.startsWith(mark) ? value.slice(mark.length) : value;
}

function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(marked, '$1');
}
