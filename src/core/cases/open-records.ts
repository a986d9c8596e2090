import type { ReadingFailure, ReadingReport, RowNote } from '../model/table';
import { cellsAt, countRows } from './cut-rows';
import { guessHeader } from './guess-header';
import type { ParsedRecords } from './parse-delimited';
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
  const opening: ParsedRecords[] = [];
  // Two records at least, or there is nothing to compare a header with.
  for (let count = 0; count < 2;) {
    const next = source.next();
    if (next.done) {
      if (next.value) return next.value;
      break;
    }
    opening.push(next.value);
    count += next.value.records.length;
  }
  const records = opening.flatMap(({ text, records: some }) => some.map(({ cuts }) => cellsAt(text, cuts)));
  const [first] = records;
  if (!first) return { code: 'empty', message: 'Expected cases, found only empty cells.' };
  const guess = guessHeader(records);
  const header = chosenHeader ?? guess.header;
  const columns = header ? first : first.map((_, place) => columnName(place));
  return {
    report: { ...report, header, ...(chosenHeader === undefined ? { headerReason: guess.reason } : {}) },
    parts: untilRows(shaped(header, columns, opening, source), noRows),
  };
}

function* shaped(
  header: boolean,
  columns: readonly string[],
  opening: readonly ParsedRecords[],
  rest: Generator<ParsedRecords, Ending>,
): Generator<TablePart, Ending> {
  const shaper = new TableShaper(columns);
  for (const [index, part] of opening.entries()) {
    const [first, ...others] = part.records;
    const isFirst = header && index === 0;
    const shapedPart = shaper.shape(isFirst ? { ...part, records: others } : part);
    if (isFirst && first && first.quoteFault !== null)
      shapedPart.notes.unshift({ kind: first.quoteFault, row: 0 });
    yield shapedPart;
  }
  for (let next = rest.next(); ; next = rest.next()) {
    if (next.done) return next.value;
    yield shaper.shape(next.value);
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
    any ||= countRows(next.value.rows) > 0;
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
