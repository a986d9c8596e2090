import type { ReadingFailure, RowNote } from '../model/table';
import { readObjectCells, skipSpace } from './json-cells';
import { KeyColumns } from './key-columns';
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
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(start, end);
    number += 1;
    start = end + 1;
    if (line.trim() !== '') {
      const fault = faultOf(line);
      if (fault === null) {
        rows.push(keys.rowOf(readObjectCells(line, skipSpace(line, 0)).cells));
        total += 1;
      } else {
        notes.push({
          row: total,
          kind: 'bad-json',
          message: `Line ${number} was left out: ${fault}`,
          line: number,
        });
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
  const first = notes[0]?.message ?? '';
  return { code: 'not-a-table', message: `Expected one JSON object per line, found none. ${first}`.trim() };
}

function faultOf(line: string): string | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return null;
    return `expected an object, got ${line.trim().slice(0, 40)}.`;
  } catch (error) {
    return `it is not JSON: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
