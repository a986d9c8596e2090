/** All that writing results needs, in one module, so that the page loads it with the first export. */
import { joinTables } from '../core/cases/join-tables';
import type { Piece } from '../core/export/judged-entries';
import { judgementsJsonlChunks } from '../core/export/judgements-jsonl';
import { reportChunks, type Report } from '../core/export/report/report';
import { korean } from '../core/export/report/report-words-ko';
import { english, type PageWords } from '../core/export/report/report-words';
import type { Samples } from '../core/export/samples';
import { scoredCsvChunks, type CsvOptions } from '../core/export/scored-csv';
import { tableOfCases } from '../core/export/table-of-cases';
import type { Case } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';
import type { Rubric } from '../core/model/rubric';
import type { Digest, Findings } from '../core/model/run';
import type { Mapping, SourceTable } from '../core/model/table';
import { repeatsOf } from '../core/stats/repeats';
import { leaves } from '../core/shape/leaves';
import { presentNames } from './present-names';

export type { PageWords };

/** A file that cases came from. */
export interface CaseSource {
  table: SourceTable;
  mapping: Mapping;
  /** Which row each case stands in. */
  rowOf: Map<string, number>;
}

/** A case to be written. Its judgement is asked for by its place in the list when it is needed. */
export interface Entry {
  subject: Case;
  digest: Findings | undefined;
  /** The run it was judged in. */
  at?: { run: string } | undefined;
  /** Those of all its samples in order, where it was judged several times. */
  samples?: readonly Digest[];
}

/** Gives what was asked for last by a piece that wants entries. */
export type JudgementAt = (place: number) => Judgement | 'unreadable' | undefined;

/** Cases of one file, or of none, on their way into the common table. */
interface Part {
  columns: readonly string[];
  rows: string[][];
  /** Where each row belongs in the order of the cases. */
  places: number[];
}

const casesPerPause = 200;

function emptyPart(): { subjects: Case[]; places: number[] } {
  return { subjects: [], places: [] };
}

/**
 * The original columns of the given cases, in their order: from the files they came from, or made from their inputs. Offers to
 * pause at every `yield`.
 */
export function* originalTable(
  cases: readonly Case[],
  sources: readonly CaseSource[],
  rubric: Rubric,
): Generator<void, SourceTable, void> {
  const files = sources.map((source) => ({ source, ...emptyPart() }));
  const own = emptyPart();
  for (const [place, subject] of cases.entries()) {
    const part = files.find(({ source }) => source.rowOf.has(subject.id)) ?? own;
    part.subjects.push(subject);
    part.places.push(place);
    if (place % casesPerPause === 0) yield;
  }
  const parts: Part[] = [];
  for (const { source, subjects, places } of files) {
    const { mapping, table } = source;
    // Text typed in the page for an input that the file has no column for gets a column of its own.
    const typed = rubric.inputs
      .map(({ name }) => name)
      .filter((name) => mapping.inputs[name] === undefined && subjects.some(({ input }) => input[name]));
    yield;
    const rows: string[][] = [];
    for (const subject of subjects) {
      rows.push([...rowFor(source, subject), ...typed.map((name) => subject.input[name] ?? '')]);
      if (rows.length % casesPerPause === 0) yield;
    }
    parts.push({ columns: [...table.columns, ...typed], rows, places });
  }
  if (own.subjects.length > 0) parts.push({ ...tableOfCases(own.subjects, rubric), places: own.places });
  const used = parts.filter(({ rows }) => rows.length > 0);
  const joined = joinTables(used.map(({ columns, rows }) => ({ columns: [...columns], rows })));
  const places = used.flatMap((part) => part.places);
  const rows: string[][] = [];
  joined.rows.forEach((row, index) => (rows[places[index] ?? index] = row));
  return { columns: joined.columns, rows };
}

/** A case that was changed in the page is written as it was judged; every other cell stays as it came. */
function rowFor({ table, mapping, rowOf }: CaseSource, subject: Case): string[] {
  let row = table.rows[rowOf.get(subject.id) ?? -1] ?? [];
  for (const [name, column] of Object.entries(mapping.inputs)) {
    const text = subject.input[name];
    if (text !== undefined && text !== row[column]) row = row.with(column, text);
  }
  return row;
}

/** A piece may be empty: it is a chance to let the page breathe. */
export function* csvChunks(
  rubric: Rubric,
  entries: readonly Entry[],
  sources: readonly CaseSource[],
  judgementOf: JudgementAt,
  options: CsvOptions,
): Generator<Piece, void> {
  const subjects = entries.map(({ subject }) => subject);
  const table = yield* emptyPieces(originalTable(subjects, sources, rubric));
  const nameOf = yield* emptyPieces(presentNames(subjects, sources));
  const repeated = entries.some(({ samples }) => samples !== undefined);
  const samplesOf = repeated ? (row: number) => samplesIn(rubric, entries[row]) : null;
  const mayHaveRange = (row: number) => boundsFields(entries[row]?.digest);
  yield* scoredCsvChunks(
    {
      table,
      rubric,
      leaves: leaves(rubric.output),
      judgementOf,
      mayHaveRange,
      expected: expectedIn(rubric, entries),
      samplesOf,
      nameOf,
      runOf: (row) => entries[row]?.at?.run ?? '',
    },
    options,
  );
}

/** Criteria of which some case has an expected score. */
function expectedIn({ criteria }: Rubric, entries: readonly Entry[]): Set<string> {
  const found = new Set<string>();
  for (const { digest } of entries)
    digest?.expected?.forEach((mean, place) => {
      const criterion = criteria[place];
      if (mean !== null && criterion) found.add(criterion.id);
    });
  return found;
}

function* emptyPieces<T>(work: Generator<void, T, void>): Generator<string, T, void> {
  let step = work.next();
  while (!step.done) {
    yield '';
    step = work.next();
  }
  return step.value;
}

export function jsonlChunks(
  rubric: Rubric,
  entries: readonly Entry[],
  judgementOf: JudgementAt,
  onProgress: (done: number) => void,
): Generator<Piece, void> {
  return judgementsJsonlChunks(rubric, entriesOf(rubric, entries, judgementOf), { onProgress });
}

export function htmlChunks(
  entries: readonly Entry[],
  judgementOf: JudgementAt,
  report: Omit<Report, 'entries' | 'words'> & { language: 'en' | 'ko'; pageWords: PageWords },
): Generator<Piece, void> {
  const words = { ...report.pageWords, ...(report.language === 'ko' ? korean : english) };
  return reportChunks({ ...report, words, entries: entriesOf(report.rubric, entries, judgementOf) });
}

/** Only where nobody decided a field is it known by its bounds alone. */
function boundsFields(digest: Findings | undefined): boolean {
  return digest !== undefined && (digest.mode === 'rules-only' || digest.status === 'partial');
}

/** In a table where some cases were judged several times, one that was judged once says so. */
function samplesIn(rubric: Rubric, entry: Entry | undefined): Samples | undefined {
  const single = entry?.samples ?? (entry?.digest && [entry.digest]);
  return single && together(rubric, single);
}

function together<T extends Findings>(rubric: Rubric, single: readonly T[]): Samples<T> {
  return { together: repeatsOf(rubric, single), single };
}

function entriesOf(rubric: Rubric, entries: readonly Entry[], judgementOf: JudgementAt): Report['entries'] {
  return {
    count: entries.length,
    at: (index) => {
      const entry = entries[index];
      if (!entry) throw new Error(`Expected an entry below ${entries.length}, got ${index}.`);
      const samples = entry.samples && together(rubric, entry.samples);
      const read = judgementOf(index);
      const judgement = read === 'unreadable' ? undefined : read;
      const unreadable = read === 'unreadable' || undefined;
      return { subject: entry.subject, judgement, unreadable, run: entry.at?.run, samples };
    },
  };
}
