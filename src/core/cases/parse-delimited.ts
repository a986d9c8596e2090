import { cellsAt } from './cut-rows';
import { RecordReader, type ParsedRecord } from './record-reader';
import { cutText, type TextPiece } from './text-piece';

export interface ParsedRecords {
  /** What the records cut. */
  text: string;
  records: ParsedRecord[];
  /** How much of the text is read, from 0 to 1. */
  share: number;
}

/** How much of a text tells how its rows end. */
const SAMPLE_CHARACTERS = 262_144;

/** Delimited text → records, a part at a time. Blank rows are left out; no cell is changed. */
export function parseDelimited(
  text: string,
  delimiter: string,
  partCharacters?: number,
): Generator<ParsedRecords, null> {
  return parsePieces(cutText(text, partCharacters), delimiter, recordEndIn(text));
}

/** The same for a text of which not all is there yet. Ends with what the pieces end with. */
export function* parsePieces<End>(
  pieces: Generator<TextPiece, End>,
  delimiter: string,
  recordEnd: '\n' | '\r',
): Generator<ParsedRecords, End> {
  let unread = '';
  let waiting = '';
  for (let next = pieces.next(); ; next = pieces.next()) {
    if (next.done) {
      const text = unread + waiting;
      const { records } = readRecords(text, delimiter, recordEnd, true);
      if (records.length > 0) yield { text, records, share: 1 };
      return next.value;
    }
    waiting += next.value.text;
    // A record longer than a piece is begun anew, each time with twice as much: anything less would not be linear.
    if (waiting.length < unread.length) continue;
    const text = unread + waiting;
    const { records, end } = readRecords(text, delimiter, recordEnd, false);
    unread = text.slice(end);
    waiting = '';
    if (records.length > 0) yield { text, records, share: next.value.share };
  }
}

/** Old Macs ended rows with a lone CR; there, an LF stands only inside quotes and is part of a cell. */
export function recordEndIn(text: string): '\n' | '\r' {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  if (!sample.includes('\r')) return '\n';
  const unquoted = sample.replace(/"[^"]*(?:"|$)/g, '');
  return unquoted.includes('\n') || !unquoted.includes('\r') ? '\n' : '\r';
}

/** The records of a text; the last one, which no line end closes, only where the text is known to end there. */
function readRecords(
  text: string,
  delimiter: string,
  recordEnd: '\n' | '\r',
  isLast: boolean,
): { records: ParsedRecord[]; end: number } {
  const reader = new RecordReader(text, delimiter, recordEnd);
  const records: ParsedRecord[] = [];
  let end = 0;
  while (end < text.length) {
    const record = reader.read(end);
    if (!reader.closed && !isLast) break;
    if (!isBlank(text, record)) records.push(record);
    end = reader.end;
  }
  return { records, end };
}

function isBlank(text: string, { cuts }: ParsedRecord): boolean {
  for (let at = 0; at < cuts.length; at += 2)
    if (cellsAt(text, cuts, at, at + 2).some((cell) => cell.trim() !== '')) return false;
  return true;
}
