import type { ReadingFailure, RowNote } from '../model/table';
import { readObjectCells, skipSpace } from './json-cells';
import { excerpt } from './excerpt';
import { KeyColumns } from './key-columns';
import { repeatedKeys } from './repeated-keys';
import { RowNumbers } from './row-numbers';
import type { TablePart } from './table-shaper';

const PART_CHARACTERS = 262_144;

/** One object per line. A line that is none is noted with its number and left out; the others are kept. */
export function* parseJsonl(text: string): Generator<TablePart> {
  const keys = new KeyColumns();
  let rows: string[][] = [];
  let notes: RowNote[] = [];
  let total = 0;
  let sent = 0;
  let number = 0;
  const numbers = new RowNumbers();
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(start, end);
    number += 1;
    start = end + 1;
    if (line.trim() !== '') {
      const fault = faultOf(line);
      if (fault === null) {
        const { cells, overruled } = readObjectCells(line, skipSpace(line, 0));
        rows.push(keys.rowOf(cells));
        total += 1;
        notes.push(...repeatedKeys(overruled, total), ...numbers.take(total, number));
      } else {
        notes.push({ kind: fault, row: total, line: number, found: excerpt(line) });
      }
    }
    if (start - sent < PART_CHARACTERS) continue;
    yield { columns: keys.columns, rows, notes, share: start / text.length };
    rows = [];
    notes = [];
    sent = start;
  }
  yield { columns: keys.columns, rows, notes, share: 1 };
}

/** When no line at all is an object, the file is not JSONL. */
export function noObjectLines(notes: readonly RowNote[]): ReadingFailure {
  const first = notes.find((note) => 'line' in note);
  const example = first ? ` Line ${first.line} is: ${first.found}` : '';
  return {
    code: 'not-a-table',
    message: `Expected one JSON object per line, found none.${example}`,
    ...(first && { found: { kind: 'no-object-lines', line: first.line, found: first.found } }),
  };
}

function faultOf(line: string): 'line-not-json' | 'line-not-object' | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'line-not-object';
  } catch {
    return 'line-not-json';
  }
}
