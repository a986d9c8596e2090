import { statusSchema } from '../../judgement/judgement';
import type { Known } from '../../rubric/values';
import type { Rubric } from '../../rubric/rubric';
import type { RunHead } from '../run-record';
import { textOf } from '../figures/measure';
import type { Path } from '../../rubric/path';
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
  /** The language of `label`. */
  language: string | null;
  /** How its values are compared. */
  order: 'number' | 'text';
  /** The top of its scale. */
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

/** Every column the table can show, in the order they stand: the run in focus in full, and one narrow column for each of `others`. */
export function columnsOf(
  rubric: Rubric,
  originals: OriginalColumns | null,
  others: readonly RunHead[] = [],
): ResultColumn[] {
  return [
    caseColumn(),
    // What a case came to stands first: beside an open judgement there is no room for more.
    ...(rubric.headline.verdict === undefined ? [] : [verdictColumn()]),
    scoreColumn(rubric),
    statusColumn(),
    ...others.map((head) => runColumn(head, rubric)),
    ...rubric.criteria.map((criterion, place) =>
      criterionColumn(
        `criterion:${criterion.id}`,
        criterion.label,
        place,
        criterion.choice === undefined ? (criterion.max ?? null) : null,
        rubric.language,
      ),
    ),
    ...rubric.criteria.flatMap(({ id, label, rationale }) =>
      rationale === undefined ? [] : [rationaleColumn(id, label, rationale, rubric.language)],
    ),
    ...(originals ? originalColumns(originals) : inputColumns(rubric)),
  ];
}

const nothing = {
  known: () => undefined,
  text: () => '',
  path: null,
  run: null,
  max: null,
  label: null,
  language: null,
};

function caseColumn(): ResultColumn {
  const text = ({ subject }: ResultRow) => subject.label ?? subject.id;
  return { ...nothing, id: 'case', kind: 'case', order: 'text', shownAtFirst: true, text, sortKey: text };
}

function verdictColumn(): ResultColumn {
  const known = ({ digest }: ResultRow) => digest?.verdict;
  return {
    ...nothing,
    id: 'verdict',
    kind: 'verdict',
    order: 'text',
    shownAtFirst: true,
    known,
    sortKey: (row) => textOf(known(row)),
  };
}

function scoreColumn(rubric: Rubric): ResultColumn {
  const known = ({ digest }: ResultRow) => digest?.score;
  return {
    ...nothing,
    id: 'score',
    kind: 'score',
    order: 'number',
    max: rubric.headline.max ?? null,
    shownAtFirst: true,
    known,
    sortKey: (row) => lowestOf(known(row)),
  };
}

function statusColumn(): ResultColumn {
  return {
    ...nothing,
    id: 'status',
    kind: 'status',
    order: 'number',
    shownAtFirst: true,
    // From sound to failed; what has not been judged has none.
    sortKey: ({ digest }) => (digest ? statusSchema.options.indexOf(digest.status) : null),
  };
}

/** What another run came to: its verdict where the rubric has one, else its score. */
function runColumn(run: RunHead, { headline }: Rubric): ResultColumn {
  const byVerdict = headline.verdict !== undefined;
  const known = ({ inRun }: ResultRow) => {
    const digest = inRun(run.id);
    return byVerdict ? digest?.verdict : digest?.score;
  };
  return {
    ...nothing,
    id: `run:${run.id}`,
    kind: 'run',
    order: byVerdict ? 'text' : 'number',
    max: byVerdict ? null : (headline.max ?? null),
    shownAtFirst: true,
    run,
    known,
    sortKey: (row) => (byVerdict ? textOf(known(row)) : lowestOf(known(row))),
  };
}

function criterionColumn(
  id: string,
  label: string,
  place: number,
  max: number | null,
  language: string,
): ResultColumn {
  const known = ({ digest }: ResultRow) => digest?.criteria[place] ?? undefined;
  const order = max === null ? 'text' : 'number';
  return {
    ...nothing,
    id,
    kind: 'criterion',
    label,
    language,
    order,
    max,
    shownAtFirst: true,
    known,
    sortKey: (row) => (order === 'number' ? lowestOf(known(row)) : textOf(known(row))),
  };
}

function rationaleColumn(id: string, label: string, path: string, language: string): ResultColumn {
  return { ...textColumn(`rationale:${id}`, label, () => ''), kind: 'rationale', path, language };
}

function inputColumns(rubric: Rubric): ResultColumn[] {
  return rubric.inputs.map(({ name, label }) => ({
    ...textColumn(`input:${name}`, label, ({ subject }) => subject.input[name] ?? ''),
    language: rubric.language,
  }));
}

function originalColumns({ columns, cellOf }: OriginalColumns): ResultColumn[] {
  return columns.map((name, index) =>
    textColumn(`original:${index}`, name, ({ subject }) => cellOf(subject.id, index)),
  );
}

function textColumn(id: string, label: string, text: (row: ResultRow) => string): ResultColumn {
  return {
    ...nothing,
    id,
    kind: 'original',
    label,
    order: 'text',
    shownAtFirst: false,
    text,
    sortKey: (row) => text(row) || null,
  };
}

/** A range is sorted by where it begins; what is undecided has no place among numbers. */
function lowestOf(known: Known | undefined): number | null {
  if (known?.kind === 'range') return known.min;
  return known?.kind === 'value' && typeof known.value === 'number' ? known.value : null;
}
