import type { RowJump } from '../model/table';
import type { OpenTable } from './read-table';
import { RecordReader } from './record-reader';

/** Follows how rows are numbered in the file, and tells where the number is not the next one. */
export class RowNumbers {
  /** Number less row, as of the last row. */
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

/** Where rows without any text, which are no cases, stand between the others. */
export function jumpsBetween(records: Iterable<readonly string[]>, header: boolean): RowJump[] {
  const before = header ? 1 : 0;
  const numbers = new RowNumbers(before);
  const jumps: RowJump[] = [];
  let kept = 0;
  let number = 0;
  for (const cells of records) {
    number += 1;
    if (cells.every((cell) => cell.trim() === '')) continue;
    kept += 1;
    if (kept > before) jumps.push(...numbers.take(kept - before, number));
  }
  return jumps;
}

/** Text up to this length is looked through for empty rows: reading it twice is not felt. */
const mostCharacters = 4_000_000;
/** How old Macs ended rows: where it is found, it is not told apart from a line end in a cell. */
const loneReturn = /\r(?![\r\n])/;

/**
 * The same for delimited text. Of a very long one the rows are counted as if none of them were empty: whoever leaves those
 * between others writes by hand, and writes short files.
 */
export function jumpsInText(text: string, delimiter: string, header: boolean): RowJump[] {
  if (text.length > mostCharacters || !emptyLine(delimiter).test(text) || loneReturn.test(text)) return [];
  return jumpsBetween(recordsOf(text, delimiter), header);
}

/** A line of white space, delimiters and quotes. It may stand inside a cell, too. */
function emptyLine(delimiter: string): RegExp {
  const escaped = Array.from(delimiter, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`).join('');
  // A tab is white space already; named twice, it would be tried in both ways, and both again for each further one.
  const between = /\s/.test(delimiter) ? '' : `|${escaped}`;
  return new RegExp(`(?:^|\\n)(?:[^\\S\\n]|"${between})*\\n`, 'u');
}

function* recordsOf(text: string, delimiter: string): Generator<readonly string[]> {
  const reader = new RecordReader(text, delimiter, '\n');
  for (let at = 0; at < text.length; at = reader.end) yield reader.read(at).cells;
}

/** A table whose first part tells of them. */
export function withJumps({ report, parts }: OpenTable, jumps: readonly RowJump[]): OpenTable {
  if (jumps.length === 0) return { report, parts };
  return { report, parts: told(parts, jumps) };
}

function* told(parts: OpenTable['parts'], jumps: readonly RowJump[]): OpenTable['parts'] {
  const first = parts.next();
  if (first.done) return first.value;
  yield { ...first.value, notes: [...first.value.notes, ...jumps] };
  return yield* parts;
}
