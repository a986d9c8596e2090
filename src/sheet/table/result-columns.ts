import type { Messages } from '../../i18n/en/en';
import { statusSchema } from '../../judgement/judgement';
import type { Known } from '../../rubric/values';
import { criterionPath, type Criterion, type Rubric } from '../../rubric/rubric';
import type { Findings } from '../../judgement/digest';
import { verdictMeaning } from '../../rubric/values';
import type { RunHead } from '../run-record';
import { textOf } from '../figures/measure';
import type { Path } from '../../rubric/path';
import { runLabel } from '../view/run-words';
import type { ResultRow } from './result-filter';
import type { SortKey } from './row-order';

/** Columns of the file the cases came from, as they stood there. */
export interface OriginalColumns {
  columns: readonly string[];
  /** Empty for a case that did not come from the file. */
  cellOf: (caseId: string, column: number) => string;
}

export interface ResultColumn {
  id: string;
  kind: 'case' | 'verdict' | 'score' | 'criteria' | 'status' | 'run' | 'criterion' | 'rationale' | 'original';
  /** The rubric's or the file's own word for it; null where the page has one. */
  label: string | null;
  language: string | null;
  order: 'number' | 'text';
  max: number | null;
  shownAtFirst: boolean;
  /** What the judgement says there, for columns that show a judged value. */
  known: (row: ResultRow) => Known | undefined;
  /** What stands there, for columns that show a text of the case. */
  text: (row: ResultRow) => string;
  /** The run that it shows, for the narrow columns of runs that are not in focus. */
  run: RunHead | null;
  /** How many squares it shows, for the column of all criteria. */
  squares: number;
  /** Where it stands in the judgement, for columns that show a text of the judge: it is read when a row is looked at. */
  path: Path | null;
  sortKey: (row: ResultRow) => SortKey;
}

function makeColumn(id: string, kind: ResultColumn['kind'], given: Partial<ResultColumn>): ResultColumn {
  const column = {
    ...({ id, kind, label: null, language: null, order: 'text', max: null, shownAtFirst: true } as const),
    ...{ known: () => undefined, text: () => '', run: null, path: null, squares: 0 },
    ...given,
  };
  const { known, text, order } = column;
  const sortKey = (row: ResultRow) => {
    if (given.text) return text(row) || null;
    return order === 'number' ? lowestOf(known(row)) : textOf(known(row));
  };
  return { sortKey, ...column };
}

/** A range is sorted by where it begins; what is undecided has no place among numbers. */
function lowestOf(known: Known | undefined): number | null {
  if (known?.kind === 'range') return known.min;
  return known?.kind === 'value' && typeof known.value === 'number' ? known.value : null;
}

/** Every column the table can show, in the order they stand: the run in focus in full, and one narrow column for each of `others`. */
export function columnsOf(
  rubric: Rubric,
  originals: OriginalColumns | null,
  others: readonly RunHead[] = [],
): ResultColumn[] {
  const { headline, criteria, inputs, language } = rubric;
  const contradicted = contradictedCriteria(rubric);
  const hasVerdict = headline.verdict !== undefined;
  const score = { order: 'number', max: headline.max ?? null } as const;
  const onDemand = { shownAtFirst: false };
  return [
    makeColumn('case', 'case', { text: ({ subject }) => subject.label ?? subject.id }),
    ...(hasVerdict ? [makeColumn('verdict', 'verdict', { known: ({ digest }) => digest?.verdict })] : []),
    makeColumn('score', 'score', { ...score, known: ({ digest }) => digest?.score }),
    makeColumn('criteria', 'criteria', {
      order: 'number',
      squares: criteria.length,
      // By how many of them facts contradict.
      sortKey: ({ digest }) => (digest ? contradicted(digest).size : null),
    }),
    ...others.map((run) =>
      makeColumn(`run:${run.id}`, 'run', { ...score, run, known: ({ inRun }) => inRun(run.id)?.score }),
    ),
    makeColumn('status', 'status', {
      ...onDemand,
      order: 'number',
      // From sound to failed; what has not been judged has none.
      sortKey: ({ digest }) => (digest ? statusSchema.options.indexOf(digest.status) : null),
    }),
    ...criteria.map(({ id, label, choice, max }, place) =>
      makeColumn(`criterion:${id}`, 'criterion', {
        ...onDemand,
        ...(choice === undefined && max !== undefined ? { order: 'number', max } : {}),
        ...{ label, language },
        known: ({ digest }) => digest?.criteria[place] ?? undefined,
      }),
    ),
    ...criteria.flatMap(({ id, label, rationale: path }) =>
      path === undefined
        ? []
        : [makeColumn(`rationale:${id}`, 'rationale', { ...onDemand, label, language, path })],
    ),
    ...(originals
      ? originals.columns.map((label, index) =>
          makeColumn(`original:${index}`, 'original', {
            ...onDemand,
            label,
            text: ({ subject }) => originals.cellOf(subject.id, index),
          }),
        )
      : inputs.map(({ name, label }) =>
          makeColumn(`input:${name}`, 'original', {
            ...onDemand,
            ...{ label, language },
            text: ({ subject }) => subject.input[name] ?? '',
          }),
        )),
  ];
}

/** Which criteria facts contradict, by place: those that a failed check of some weight is about. */
export function contradictedCriteria(rubric: Rubric): (digest: Findings) => ReadonlySet<number> {
  const places = new Map<string, number[]>();
  const note = (id: string, severity: string, about: readonly Path[]) => {
    const found = rubric.criteria.flatMap((criterion, place) =>
      about.some((path) => pathsOf(criterion).includes(path)) ? [place] : [],
    );
    if (severity === 'error') places.set(id, found);
  };
  for (const { id, severity, about } of rubric.checks) note(id, severity, about);
  for (const { id, severity, about } of rubric.statements) note(`says:${id}`, severity, [about]);
  for (const [path, rule] of Object.entries(rubric.decided))
    note(`program:${path}`, typeof rule === 'string' ? 'error' : rule.severity, [path]);
  return ({ failedChecks }) => new Set(failedChecks.flatMap((id) => places.get(id) ?? []));
}
function pathsOf(criterion: Criterion): Path[] {
  const { id, rationale = `${id}.rationale`, parts } = criterion;
  const ofParts = parts.flatMap((part) => [part.score, part.rationale ?? '']);
  return [criterionPath(criterion), rationale, ...ofParts];
}

/** How good a value is, from 0 to 4, by the rubric's levels; null for a label that is neither good nor bad, and where it is open. */
export function levelOf({ min, max = 1, levels }: Criterion, known: Known): number | null {
  if (known.kind !== 'value') return null;
  const { value } = known;
  if (typeof value === 'string') return { pass: 4, fail: 0, none: null }[verdictMeaning(value) ?? 'none'];
  if (typeof value !== 'number') return null;
  const starts = levels
    .flatMap(({ at }) => (typeof at === 'string' ? [] : [Array.isArray(at) ? at[0] : at]))
    .sort((a, b) => a - b);
  const reached = starts.filter((start) => start <= value).length - 1;
  const share = starts.length > 1 ? reached / (starts.length - 1) : (value - min) / (max - min);
  return Math.round(Math.min(1, Math.max(0, share)) * 4);
}

export function columnName({ kind, label, run }: ResultColumn, t: Messages): string {
  const { case: subject, verdict, headline: score, status, rationaleOf, columnsCriteria } = t.results;
  if (run) return runLabel(run, t);
  if (kind === 'rationale') return rationaleOf(label ?? '');
  const names: Partial<Record<ResultColumn['kind'], string>> = {
    ...{ case: subject, verdict, score, status },
    criteria: columnsCriteria,
  };
  return names[kind] ?? label ?? '';
}

interface Width {
  least: number;
  grow: number;
  /** What it gives way to where not all of them are seen otherwise; `least` where absent. */
  narrow?: number;
}

const widths: Record<Exclude<ResultColumn['kind'], 'verdict' | 'criteria'>, Width> = {
  // Its least has room for a note on one line.
  case: { least: 240, grow: 4, narrow: 168 },
  score: { least: 68, grow: 0 },
  // The longest word of all languages beside its icon.
  status: { least: 132, grow: 1 },
  run: { least: 84, grow: 0 },
  criterion: { least: 176, grow: 1 },
  rationale: { least: 280, grow: 3 },
  original: { least: 200, grow: 2 },
};
/** Of a square with the gap beside it, and of what is left free at both sides of a cell. */
const square = 25;
const padding = 12;

function widthOf({ kind, order, squares }: ResultColumn, verdicts: readonly string[]): Width {
  if (kind === 'verdict') return { least: verdictWidth(verdicts), grow: 0 };
  if (kind === 'criteria') {
    const inRows = (rows: number) => Math.max(64, Math.ceil(squares / rows) * square) + padding;
    return { least: inRows(squares > 12 ? 2 : 1), grow: 0, narrow: inRows(squares > 4 ? 2 : 1) };
  }
  return kind === 'criterion' && order === 'number' ? widths.run : widths[kind];
}
/** For the longest word of every verdict, and every verdict on two lines. */
function verdictWidth(verdicts: readonly string[]): number {
  const letter = (text: string) => (/[\u1100-\uffdc]/.test(text) ? 13 : 7.6);
  const widest = verdicts.map((text) => {
    const words = text.split(' ').map(({ length }) => length);
    return Math.max(...words, words.length > 1 ? text.length / 2 + 2 : 0) * letter(text);
  });
  return Math.ceil(Math.max(48, ...widest)) + 20 + padding;
}

/** Every row is laid out alone, so widths follow from the columns and the room, in pixels, and never from what a row shows. */
export function layoutOf(
  columns: readonly ResultColumn[],
  room: number = Infinity,
  verdicts: readonly string[] = [],
): { template: string; least: string } {
  const all = columns.map((column) => widthOf(column, verdicts));
  const wanted = sumOf(all.map(({ least }) => least));
  const needed = sumOf(all.map(({ least, narrow = least }) => narrow));
  /** How much of what they can give the columns keep. */
  const kept = room >= wanted ? 1 : Math.max(0, room - needed) / (wanted - needed);
  const tracks = all.map(({ least, grow, narrow = least }) => ({
    least: Math.floor(narrow + kept * (least - narrow)),
    grow,
  }));
  return {
    template: tracks
      .map(({ least, grow }) => (grow === 0 ? `${least}px` : `minmax(${least}px, ${grow}fr)`))
      .join(' '),
    least: `${sumOf(tracks.map(({ least }) => least))}px`,
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
