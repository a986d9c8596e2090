import type { ReadingFailure, RowNote } from '../model/table';
import { readObjectCells, skipSpace, valueEnd } from './json-cells';
import { excerpt } from './excerpt';
import { KeyColumns } from './key-columns';
import type { TablePart } from './table-shaper';

const PART_ROWS = 1000;

/**
 * JSON → rows: a list of objects, such a list as the only member of an object, or one object, which is one row.
 * The whole text is checked first, so that a broken file is refused rather than read in part.
 */
export function parseJsonRows(text: string): Generator<TablePart> | ReadingFailure {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return brokenJson(error);
  }
  const start = skipSpace(text, 0);
  if (Array.isArray(value))
    return hasObject(value) ? rowsOfList(text, start) : notRows('a list without objects');
  if (typeof value !== 'object' || value === null) return notRows('a single value');
  const members: unknown[] = Object.values(value);
  const [only] = members;
  if (members.length === 1 && Array.isArray(only) && hasObject(only))
    return rowsOfList(text, text.indexOf('[', afterKey(text, start)));
  return members.length === 0 ? notRows('an object without members') : rowOfObject(text, start);
}

function afterKey(text: string, start: number): number {
  return valueEnd(text, skipSpace(text, start + 1));
}

function hasObject(list: readonly unknown[]): boolean {
  return list.some((item) => typeof item === 'object' && item !== null && !Array.isArray(item));
}

function* rowsOfList(text: string, listStart: number): Generator<TablePart> {
  const keys = new KeyColumns();
  let rows: string[][] = [];
  let notes: RowNote[] = [];
  let total = 0;
  let item = 0;
  let at = skipSpace(text, listStart + 1);
  while (text[at] !== ']') {
    item += 1;
    let end: number;
    if (text[at] === '{') {
      const read = readObjectCells(text, at);
      rows.push(keys.rowOf(read.cells));
      total += 1;
      end = read.end;
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
  const row = keys.rowOf(readObjectCells(text, start).cells);
  yield { columns: keys.columns, rows: [row], notes: [], share: 1 };
}

function brokenJson(error: unknown): ReadingFailure {
  const detail = error instanceof Error ? error.message : String(error);
  return {
    code: 'damaged',
    message: `Expected JSON, but it is broken: ${detail}. Mend it, or save the cases as CSV or as one object per line (.jsonl).`,
  };
}

function notRows(what: string): ReadingFailure {
  return { code: 'not-a-table', message: `Expected a list of objects, one per case, got ${what}.` };
}
