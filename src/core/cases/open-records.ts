import type { ReadingFailure, ReadingReport, RowNote } from '../model/table';
import { guessHeader } from './guess-header';
import type { ParsedRecords } from './parse-delimited';
import type { ParsedRecord } from './record-reader';
import { columnName, TableShaper, type TablePart } from './table-shaper';

/**
 * A file whose form is known. Its rows come part by part; the last word says whether there was a table at all. It may be
 * another table: what was wrong with the guess came to light late, and all rows so far are void.
 */
export interface OpenTable {
  report: ReadingReport;
  parts: Generator<TablePart, Ending>;
}

/** What a table's parts end with. */
export type Ending = ReadingFailure | OpenTable | null;

/** Records → a table: the first may name its columns. */
export function openRecords(
  source: Generator<ParsedRecords, Ending>,
  report: ReadingReport,
  chosenHeader: boolean | undefined,
): OpenTable | ReadingFailure {
  const opening: ParsedRecord[] = [];
  let share = 0;
  // Two records at least, or there is nothing to compare a header with.
  while (opening.length < 2) {
    const next = source.next();
    if (next.done) {
      if (next.value) return next.value;
      break;
    }
    for (const record of next.value.records) opening.push(record);
    share = next.value.share;
  }
  const [first] = opening;
  if (!first) return { code: 'empty', message: 'Expected cases, found only empty cells.' };
  const guess = guessHeader(opening.map((record) => record.cells));
  const header = chosenHeader ?? guess.header;
  return {
    report: { ...report, header, ...(chosenHeader === undefined ? { headerReason: guess.reason } : {}) },
    parts: untilRows(shaped(header, opening, share, source), noRows),
  };
}

function* shaped(
  header: boolean,
  opening: readonly ParsedRecord[],
  share: number,
  rest: Generator<ParsedRecords, Ending>,
): Generator<TablePart, Ending> {
  const [first = { cells: [], quoteFault: null }] = opening;
  const shaper = new TableShaper(header ? first.cells : first.cells.map((_, place) => columnName(place)));
  const part = shaper.shape(header ? opening.slice(1) : opening, share);
  if (header && first.quoteFault !== null)
    part.notes.unshift({ row: 0, kind: 'broken-quote', message: first.quoteFault });
  yield part;
  for (let next = rest.next(); ; next = rest.next()) {
    if (next.done) return next.value;
    yield shaper.shape(next.value.records, next.value.share);
  }
}

/** Passes parts on and ends with a failure if none of them had a row. */
export function* untilRows(
  parts: Generator<TablePart, Ending>,
  whenNone: (notes: readonly RowNote[]) => ReadingFailure,
): Generator<TablePart, Ending> {
  let any = false;
  const notes: RowNote[] = [];
  for (let next = parts.next(); ; next = parts.next()) {
    if (next.done) return next.value ?? (any ? null : whenNone(notes));
    any ||= next.value.rows.length > 0;
    if (!any) notes.push(...next.value.notes);
    yield next.value;
  }
}

export function noRows(): ReadingFailure {
  return {
    code: 'no-rows',
    message:
      'Expected cases below the names of the columns, found the names only. If the first row is a case, say that there is no header.',
  };
}
