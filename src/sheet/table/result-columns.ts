import type { Messages } from '../../i18n/en/en';
import { statusSchema } from '../../judgement/judgement';
import type { Known } from '../../rubric/values';
import type { Rubric } from '../../rubric/rubric';
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
  kind: 'case' | 'verdict' | 'score' | 'status' | 'run' | 'criterion' | 'rationale' | 'original';
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
  /** Where it stands in the judgement, for columns that show a text of the judge: it is read when a row is looked at. */
  path: Path | null;
  sortKey: (row: ResultRow) => SortKey;
}

function makeColumn(id: string, kind: ResultColumn['kind'], given: Partial<ResultColumn>): ResultColumn {
  const column = {
    ...({ id, kind, label: null, language: null, order: 'text', max: null, shownAtFirst: true } as const),
    ...{ known: () => undefined, text: () => '', run: null, path: null },
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
  { headline, criteria, inputs, language }: Rubric,
  originals: OriginalColumns | null,
  others: readonly RunHead[] = [],
): ResultColumn[] {
  const hasVerdict = headline.verdict !== undefined;
  const score = { order: 'number', max: headline.max ?? null } as const;
  const text = { shownAtFirst: false };
  return [
    makeColumn('case', 'case', { text: ({ subject }) => subject.label ?? subject.id }),
    // What a case came to stands first: beside an open judgement there is no room for more.
    ...(hasVerdict ? [makeColumn('verdict', 'verdict', { known: ({ digest }) => digest?.verdict })] : []),
    makeColumn('score', 'score', { ...score, known: ({ digest }) => digest?.score }),
    makeColumn('status', 'status', {
      order: 'number',
      // From sound to failed; what has not been judged has none.
      sortKey: ({ digest }) => (digest ? statusSchema.options.indexOf(digest.status) : null),
    }),
    ...others.map((run) =>
      makeColumn(`run:${run.id}`, 'run', {
        ...(hasVerdict ? {} : score),
        run,
        known: ({ inRun }) => inRun(run.id)?.[hasVerdict ? 'verdict' : 'score'],
      }),
    ),
    ...criteria.map(({ id, label, choice, max }, place) =>
      makeColumn(`criterion:${id}`, 'criterion', {
        ...(choice === undefined && max !== undefined ? { order: 'number', max } : {}),
        ...{ label, language },
        known: ({ digest }) => digest?.criteria[place] ?? undefined,
      }),
    ),
    ...criteria.flatMap(({ id, label, rationale: path }) =>
      path === undefined
        ? []
        : [makeColumn(`rationale:${id}`, 'rationale', { ...text, label, language, path })],
    ),
    ...(originals
      ? originals.columns.map((label, index) =>
          makeColumn(`original:${index}`, 'original', {
            ...text,
            label,
            text: ({ subject }) => originals.cellOf(subject.id, index),
          }),
        )
      : inputs.map(({ name, label }) =>
          makeColumn(`input:${name}`, 'original', {
            ...text,
            ...{ label, language },
            text: ({ subject }) => subject.input[name] ?? '',
          }),
        )),
  ];
}

export function columnName({ kind, label, run }: ResultColumn, t: Messages): string {
  const { case: subject, verdict, headline: score, status, rationaleOf } = t.results;
  if (run) return runLabel(run, t);
  if (kind === 'rationale') return rationaleOf(label ?? '');
  const names: Partial<Record<ResultColumn['kind'], string>> = { case: subject, verdict, score, status };
  return names[kind] ?? label ?? '';
}

interface Width {
  least: number;
  grow: number;
  /** What it gives way to where the first columns would not be seen whole otherwise; `least` where absent. */
  narrow?: number;
}

const widths: Record<ResultColumn['kind'], Width> = {
  case: { least: 132, grow: 4, narrow: 84 },
  verdict: { least: 96, grow: 1, narrow: 84 },
  score: { least: 72, grow: 0 },
  // The longest word of all languages beside its icon.
  status: { least: 120, grow: 1 },
  run: { least: 104, grow: 0 },
  criterion: { least: 176, grow: 1 },
  rationale: { least: 280, grow: 3 },
  original: { least: 200, grow: 2 },
};

function widthOf({ kind, order }: ResultColumn): Width {
  return kind === 'criterion' && order === 'number' ? widths.run : widths[kind];
}

/** What a case came to: seen without scrolling sideways. */
const firstKinds: readonly ResultColumn['kind'][] = ['case', 'verdict', 'score', 'status'];

/** Every row is laid out alone, so widths follow from the columns and the room, in pixels, and never from what a row shows. */
export function layoutOf(
  columns: readonly ResultColumn[],
  room: number = Infinity,
): { template: string; least: string } {
  const first = columns.filter(({ kind }) => firstKinds.includes(kind)).map(widthOf);
  const wanted = sumOf(first.map(({ least }) => least));
  const needed = sumOf(first.map(({ least, narrow = least }) => narrow));
  /** How much of what they can give the first columns keep. */
  const kept = room >= wanted ? 1 : Math.max(0, room - needed) / (wanted - needed);
  const tracks = columns.map(widthOf).map(({ least, grow, narrow = least }) => ({
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
