import type { ReadingFailure, RowNote } from '../model/table';
import { readObjectCells, skipSpace, valueEnd, valueStartsOf } from './json-cells';
import { jsonFault } from '../text/json-fault';
import { excerpt } from './excerpt';
import { KeyColumns } from './key-columns';
import { repeatedKeys } from './repeated-keys';
import { RowNumbers } from './row-numbers';
import type { TablePart } from './table-shaper';

const PART_ROWS = 1000;
/** What the member of an object is called that programs put a list of cases in. */
const USUAL_LISTS = /^(?:data|dataset|cases|rows|records|examples|entries)$/i;
/** The same where the members beside it are plain values: a case may well bring lists of these names. */
const COMMON_LISTS = /^(?:results|items|samples|tests|documents)$/i;

export interface JsonRows {
  parts: Generator<TablePart>;
  /** As in the report of a reading. */
  lists: string[];
  list: string | null;
}

/**
 * JSON → rows: a list of objects, such a list as a member of an object, or one object, which is one row. Which of the last two
 * an object is can be chosen; a guess is made where it is not. The whole text is checked first, so that a broken
 * file is refused rather than read in part.
 */
export function parseJsonRows(text: string, chosen?: string): JsonRows | ReadingFailure {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return brokenJson(text);
  }
  const start = skipSpace(text, 0);
  if (Array.isArray(value))
    return hasObject(value)
      ? { parts: rowsOfList(text, start), lists: [], list: null }
      : notRows('a list without objects', 'list-without-objects');
  if (typeof value !== 'object' || value === null) return notRows('a single value', 'single-value');
  const members: [string, unknown][] = Object.entries(value);
  if (members.length === 0) return notRows('an object without members', 'empty-object');
  const lists = members.flatMap(([key, member]) => (hasObject(member) ? [key] : []));
  const list = chosen ?? guessList(lists, members);
  if (list === '' || !lists.includes(list)) return { parts: rowOfObject(text, start), lists, list: null };
  const starts = valueStartsOf(text, start, list);
  const before = starts.slice(0, -1).map((at) => ({ key: list, text: text.slice(at, valueEnd(text, at)) }));
  return { parts: rowsOfList(text, starts.at(-1) ?? -1, repeatedKeys(before, 0)), lists, list };
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
function* rowsOfList(text: string, listStart: number, known: RowNote[] = []): Generator<TablePart> {
  const keys = new KeyColumns();
  let rows: string[][] = [];
  let notes: RowNote[] = known;
  let total = 0;
  let item = 0;
  const numbers = new RowNumbers();
  let at = skipSpace(text, listStart + 1);
  while (text[at] !== ']') {
    item += 1;
    let end: number;
    if (text[at] === '{') {
      const read = readObjectCells(text, at);
      rows.push(keys.rowOf(read.cells));
      total += 1;
      end = read.end;
      notes.push(...repeatedKeys(read.overruled, total), ...numbers.take(total, item));
    } else {
      end = valueEnd(text, at);
      notes.push({ kind: 'item-not-object', row: total, item, found: excerpt(text.slice(at, end)) });
    }
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
    if (rows.length < PART_ROWS) continue;
    yield { columns: keys.columns, rows, notes, share: at / text.length };
    rows = [];
    notes = [];
  }
  yield { columns: keys.columns, rows, notes, share: 1 };
}

function* rowOfObject(text: string, start: number): Generator<TablePart> {
  const keys = new KeyColumns();
  const { cells, overruled } = readObjectCells(text, start);
  yield { columns: keys.columns, rows: [keys.rowOf(cells)], notes: repeatedKeys(overruled, 1), share: 1 };
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
