import { RecordReader, type ParsedRecord } from './record-reader';

export interface ParsedRecords {
  records: ParsedRecord[];
  /** How far the text is read, in characters. */
  end: number;
}

const PART_CHARACTERS = 131_072;
/** How much of a text tells how its rows end. */
const SAMPLE_CHARACTERS = 262_144;

/** Delimited text → records, a part at a time. Blank rows are left out; no cell is changed. */
export function* parseDelimited(
  text: string,
  delimiter: string,
  partCharacters: number = PART_CHARACTERS,
): Generator<ParsedRecords> {
  const reader = new RecordReader(text, delimiter, recordEndIn(text));
  let blank = 0;
  for (let end = 0; end < text.length;) {
    const start = end;
    const records: ParsedRecord[] = [];
    while (end < text.length && end - start < partCharacters) {
      const record = reader.read(end);
      end = reader.end;
      if (!holdsSomething(record.cells)) {
        blank += 1;
        continue;
      }
      if (blank > 0) record.blankBefore = blank;
      blank = 0;
      records.push(record);
    }
    yield { records, end };
  }
}

/** A loop of its own: it is asked of every row, and the first cell answers nearly always. */
export function holdsSomething(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell.trim() !== '') return true;
  return false;
}

/** Old Macs ended rows with a lone CR; there, an LF stands only inside quotes and is part of a cell. */
function recordEndIn(text: string): '\n' | '\r' {
  if (!text.includes('\r')) return '\n';
  const unquoted = text.slice(0, SAMPLE_CHARACTERS).replace(/"[^"]*(?:"|$)/g, '');
  return unquoted.includes('\n') || !unquoted.includes('\r') ? '\n' : '\r';
}
