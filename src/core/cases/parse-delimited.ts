import Papa from 'papaparse';
import { splitRecords } from './split-records';

/** One record of delimited text: its cells as they stand. */
export interface ParsedRecord {
  cells: string[];
  /** What is wrong with its quotes, if anything is. */
  quoteFault: string | null;
}

export interface ParsedRecords {
  records: ParsedRecord[];
  /** How far the text is read, in characters. */
  end: number;
}

const STRETCH = 131_072;

/** Delimited text → records, a stretch at a time. Blank rows are left out; no cell is changed. */
export function* parseDelimited(
  text: string,
  delimiter: string,
  stretch: number = STRETCH,
): Generator<ParsedRecords> {
  for (const { text: part, newline, end } of splitRecords(text, delimiter, stretch)) {
    const { data, errors } = Papa.parse<string[]>(part, { delimiter, newline, header: false });
    const faults = new Map<number, string>();
    for (const error of errors)
      if (error.type === 'Quotes') faults.set(error.row ?? 0, QUOTE_FAULTS[error.code] ?? error.message);
    const records: ParsedRecord[] = [];
    data.forEach((cells, index) => {
      if (cells.some((cell) => cell.trim() !== ''))
        records.push({ cells, quoteFault: faults.get(index) ?? null });
    });
    yield { records, end };
  }
}

const QUOTE_FAULTS: Record<string, string> = {
  MissingQuotes: 'A quote opens a cell and never closes, so everything after it is in this cell.',
  InvalidQuotes:
    'A quote stands in the middle of a quoted cell without being doubled; it was kept as it stands.',
};
