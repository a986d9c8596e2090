/** All that writing results needs, in one module, so that the page loads it with the first export. */
import { joinTables } from '../core/cases/join-tables';
import type { JudgedEntry, Piece } from '../core/export/judged-entries';
import type { LineRun } from '../core/export/judgement-line';
import { judgementsJsonlChunks } from '../core/export/judgements-jsonl';
import { reportChunks, type Report } from '../core/export/report/report';
import { korean } from '../core/export/report/report-words-ko';
import { english, type PageWords } from '../core/export/report/report-words';
import type { Samples } from '../core/export/samples';
import type { PersonLabels } from '../core/export/scored-columns';
import { scoredCsvChunks, type CsvOptions, type ScoredRun } from '../core/export/scored-csv';
import { tableOfCases } from '../core/export/table-of-cases';
import type { Case } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';
import type { Rubric } from '../core/model/rubric';
import type { Digest, Findings, RunHead } from '../core/model/run';
import type { Mapping, SourceTable } from '../core/model/table';
import { repeatsOf } from '../core/stats/repeats';
import { nothingSpent, spentWith } from '../core/stats/spending';
import { leaves } from '../core/shape/leaves';
import { presentNames } from './present-names';

export type { PageWords, PersonLabels };

/** A file that cases came from. */
export interface CaseSource {
  table: SourceTable;
  mapping: Mapping;
  /** Which row each case stands in. */
  rowOf: Map<string, number>;
}

/** A case in a run. Its judgement is asked for by its place when it is needed. */
export interface ExportEntry {
  /** As it reads now. */
  subject: Case;
  /** Of the result that stands for the case. Absent: it was not judged. */
  digest?: Findings | undefined;
  /** The case was edited since it was judged: the row says so and nothing else of the result. */
  outdated?: true | undefined;
  /** Where the judgement lies. */
  at?: { run: string; place: number } | undefined;
  /** The judgement itself, where it lies in no storage. */
  judgement?: Judgement | undefined;
  milliseconds?: number | undefined;
  /** Those of all its samples in order, where it was judged several times. */
  samples?: readonly Digest[] | undefined;
}

/** One run as it is written. */
export interface ExportRun {
  /** Null where nothing was judged yet. */
  head: RunHead | null;
  /** The version that the run pins; without a run, today's. */
  rubric: Rubric;
  /** One for each case. */
  entries: readonly ExportEntry[];
}

/** The run in focus, then others that are stacked under it. All have the same cases in the same order. */
export type ExportRuns = readonly [ExportRun, ...ExportRun[]];

/** Gives what was asked for last by a piece that wants entries. Places go on from one run to the next. */
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
  rubric: Pick<Rubric, 'inputs'>,
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

/** A case that was changed in the page is written as it reads now; every other cell stays as it came. */
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
  {
    runs,
    sources,
    people,
  }: { runs: ExportRuns; sources: readonly CaseSource[]; people: readonly PersonLabels[] },
  judgementAt: JudgementAt,
  options: CsvOptions,
): Generator<Piece, void> {
  const cases = runs[0].entries.map(({ subject }) => subject);
  const table = yield* emptyPieces(originalTable(cases, sources, { inputs: inputsOf(runs) }));
  const nameAt = yield* emptyPieces(presentNames(cases, sources));
  const repeated = runs.some(({ entries }) => entries.some(({ samples }) => samples !== undefined));
  yield* scoredCsvChunks(
    {
      table,
      idAt: (row) => cases[row]?.id ?? '',
      runs: runs.map((run, number) =>
        scoredRun(run, repeated, (row) => judgementAt(number * cases.length + row)),
      ),
      people,
      nameAt,
      currency: runs.some(({ head }) => (head?.counts.cost ?? null) !== null),
    },
    options,
  );
}

function scoredRun(
  { head, rubric, entries }: ExportRun,
  repeated: boolean,
  judgementAt: JudgementAt,
): ScoredRun {
  return {
    id: head?.id ?? '',
    rubric,
    leaves: leaves(rubric.output),
    resultAt: (row) => {
      const entry = entries[row];
      if (entry?.outdated) return 'outdated';
      const judgement = judgementAt(row);
      if (judgement === undefined || judgement === 'unreadable') return judgement;
      // Where some cases were judged several times, one that was judged once says so.
      const single = repeated ? (entry?.samples ?? (entry?.digest && [entry.digest])) : undefined;
      return {
        judgement,
        milliseconds: entry?.milliseconds,
        cost: spentWith(nothingSpent, judgement).cost,
        samples: single && together(rubric, single),
      };
    },
    mayHaveRange: (row) => boundsFields(entries[row]),
    expected: expectedIn(rubric, entries),
    repeated,
  };
}

/** Every input that some version of the rubric declares. */
function inputsOf(runs: ExportRuns): Rubric['inputs'] {
  const inputs = runs.flatMap(({ rubric }) => rubric.inputs);
  return inputs.filter(({ name }, index) => inputs.findIndex((other) => other.name === name) === index);
}

/** Criteria of which some case has an expected score. */
function expectedIn({ criteria }: Rubric, entries: readonly ExportEntry[]): Set<string> {
  const found = new Set<string>();
  for (const { digest, outdated } of entries)
    if (!outdated)
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
  runs: ExportRuns,
  judgementAt: JudgementAt,
  onProgress: (done: number) => void,
): Generator<Piece, void> {
  const height = runs[0].entries.length;
  const lineRuns = runs.map(lineRun);
  const at = (index: number) => {
    const number = Math.floor(index / height);
    const run = runs[number];
    if (!run) throw new Error(`Expected an entry below ${height * runs.length}, got ${index}.`);
    return { ...judgedEntry(run, index % height, judgementAt(index)), run: lineRuns[number] ?? null };
  };
  return judgementsJsonlChunks({ count: height * runs.length, at }, { onProgress });
}

function lineRun({ head, rubric }: ExportRun): LineRun | null {
  return head && { id: head.id, rubric, hash: head.rubric.hash };
}

/** The report is of one run. */
export function htmlChunks(
  run: ExportRun,
  judgementAt: JudgementAt,
  report: Pick<Report, 'summary' | 'time' | 'build' | 'onProgress'> & {
    language: 'en' | 'ko';
    pageWords: PageWords;
  },
): Generator<Piece, void> {
  const { rubric, entries } = run;
  const { language, pageWords, ...rest } = report;
  return reportChunks({
    ...rest,
    rubric,
    run: run.head && reportRun(run.head),
    words: { ...pageWords, ...(language === 'ko' ? korean : english) },
    entries: { count: entries.length, at: (index) => judgedEntry(run, index, judgementAt(index)) },
  });
}

function reportRun({ judge, settings, rubric, created }: RunHead): NonNullable<Report['run']> {
  const modes = { program: 'rules-only', model: settings.mode, person: 'person' } as const;
  return { model: judge.model, mode: modes[judge.kind], version: rubric.version, created };
}

/** Only where nobody decided a field is it known by its bounds alone. */
function boundsFields(entry: ExportEntry | undefined): boolean {
  const { digest, outdated } = entry ?? {};
  return digest !== undefined && !outdated && (digest.mode === 'rules-only' || digest.status === 'partial');
}

function together<T extends Findings>(rubric: Rubric, single: readonly T[]): Samples<T> {
  return { together: repeatsOf(rubric, single), single };
}

function judgedEntry(
  { rubric, entries }: ExportRun,
  index: number,
  read: Judgement | 'unreadable' | undefined,
): JudgedEntry {
  const entry = entries[index];
  if (!entry) throw new Error(`Expected an entry below ${entries.length}, got ${index}.`);
  const { subject, outdated, samples } = entry;
  if (outdated) return { subject, outdated, judgement: undefined };
  return {
    subject,
    judgement: read === 'unreadable' ? undefined : read,
    unreadable: read === 'unreadable' || undefined,
    samples: samples && together(rubric, samples),
  };
}
