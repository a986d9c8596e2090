import type { Messages } from '../../i18n/en/en';
import { statusSchema } from '../../judgement/judgement';
import { unfoundPrefix, type Known } from '../../rubric/values';
import { criterionPath, fieldLabel, type Criterion, type Rubric, isOnlyVerdict } from '../../rubric/rubric';
import type { Findings } from '../../judgement/digest';
import { exampleJudgeId, type RunHead } from '../run-record';
import { textOf, upheldAt, whyUnscored } from '../figures/measure';
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
  kind:
    | 'case'
    | 'verdict'
    | 'score'
    | 'criteria'
    | 'status'
    | 'why'
    | 'run'
    | 'criterion'
    | 'rationale'
    | 'original';
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
  /** What people call a constant that stands there. */
  nameOf: (constant: string) => string;
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
    ...{ known: () => undefined, text: () => '', nameOf: () => '', run: null, path: null, squares: 0 },
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
    makeColumn('case', 'case', { text: ({ name }) => name }),
    ...(hasVerdict ? [makeColumn('verdict', 'verdict', { known: ({ digest }) => digest?.verdict })] : []),
    makeColumn('score', 'score', {
      ...{ ...score, ...scoreName(rubric), shownAtFirst: !isOnlyVerdict(rubric) },
      known: ({ digest }) => digest?.score,
    }),
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
    makeColumn('why', 'why', { ...onDemand, sortKey: (row) => cellText({ kind: 'why' }, row) }),
    ...criteria.map(({ id, label, choice, max, levels }, place) =>
      makeColumn(`criterion:${id}`, 'criterion', {
        ...onDemand,
        ...(choice === undefined && max !== undefined ? { order: 'number', max } : {}),
        ...{ label, language },
        nameOf: (constant) => levels.find(({ at }) => String(at) === constant)?.name ?? '',
        known: ({ digest }) => digest && upheldAt(digest, place),
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

/** What a cell says as a text to compare, group and filter by. Null where it says nothing, or is open. */
export function cellText(
  { kind, known, text }: Pick<ResultColumn, 'kind'> & Partial<Pick<ResultColumn, 'known' | 'text'>>,
  row: ResultRow,
): string | null {
  if (kind === 'status') return row.digest?.status ?? null;
  if (kind === 'why') return (row.digest && whyUnscored(row.digest)?.reason) ?? null;
  const value = known?.(row);
  return value ? textOf(value) : text?.(row).trim() || null;
}

/** As the rubric calls it; of a long name the first word, which has room above a number. */
function scoreName({ headline, language }: Rubric): Partial<ResultColumn> {
  const { label = '' } = headline;
  const [first = ''] = label.split(' ');
  if (label === '' || first.length > longestScoreName) return {};
  return { label: label.length <= longestScoreName ? label : first, language };
}
const longestScoreName = 10;

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

/** What a failed check is called: its title, or the field that it is about. */
export function checkTitle(id: string, rubric: Rubric): string {
  const { checks, statements } = rubric;
  const named = checks.find((one) => one.id === id) ?? statements.find((one) => `says:${one.id}` === id);
  return named?.title ?? fieldLabel(rubric, id.slice(id.indexOf(':') + 1));
}

/** How grave it is that a check failed. */
export function checkSeverity(id: string, { checks, statements, decided }: Rubric): 'error' | 'warning' {
  if (id.startsWith(unfoundPrefix)) return 'warning';
  const named = checks.find((one) => one.id === id) ?? statements.find((one) => `says:${one.id}` === id);
  const rule = decided[id.slice(id.indexOf(':') + 1)];
  return named?.severity ?? (typeof rule === 'object' ? rule.severity : 'error');
}

/** What stands above a column; of example replies a short name, since the column of a run is narrow. */
export function headName(column: ResultColumn, t: Messages): string {
  const { judge, title = '' } = column.run ?? {};
  if (judge?.id !== exampleJudgeId || title.trim() !== '') return columnName(column, t);
  return t.start.replySet(judge.parameters.set === 'second' ? 2 : 1);
}

export function columnName({ kind, label, run, max }: ResultColumn, t: Messages): string {
  const { case: subject, verdict, headline, status, why, rationaleOf } = t.results;
  if (run) return runLabel(run, t);
  const score = max === null ? (label ?? headline) : `${label ?? headline} /${max}`;
  if (kind === 'rationale') return rationaleOf(label ?? '');
  const names: Partial<Record<ResultColumn['kind'], string>> = {
    ...{ case: subject, verdict, score, status, why },
    criteria: t.judgement.criteria,
  };
  return names[kind] ?? label ?? '';
}
