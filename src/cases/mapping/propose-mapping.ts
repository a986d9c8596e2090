import { type Path, segments } from '../../rubric/path';
import type { Rubric } from '../../rubric/rubric';
import type { Mapping, SourceTable } from '../table';
import { goldPrefix } from './apply-mapping';
import { columnOf, isOwnColumn } from './columns';
import { matchExactNames, matchSimilarNames } from './match-inputs';
import { foldName, nameWords } from '../../kit/text/fold-name';

interface MappingHints {
  outputPaths: readonly Path[];
  remembered?: Mapping | null;
}

export class MappingDraft {
  readonly inputs = new Map<string, number>();
  readonly gold = new Map<Path, number>();
  id: number | undefined;
  label: number | undefined;

  isFree(column: number): boolean {
    return ![...this.inputs.values(), ...this.gold.values(), this.id, this.label].includes(column);
  }
  finish(): Mapping {
    const { id, label } = this;
    return {
      inputs: Object.fromEntries(this.inputs),
      ...(id === undefined ? {} : { id }),
      ...(label === undefined ? {} : { label }),
      gold: Object.fromEntries(this.gold),
    };
  }
}

/** Which column gives what, as far as names tell. No column is proposed twice; a person may choose so. */
export function proposeMapping(
  table: SourceTable,
  rubric: Pick<Rubric, 'inputs'>,
  hints: MappingHints,
): Mapping {
  const draft = new MappingDraft();
  if (hints.remembered) return recallMapping(draft, table, rubric, hints.outputPaths, hints.remembered);
  matchExactNames(draft, rubric.inputs, table.columns);
  matchGoldColumns(draft, table.columns, hints.outputPaths);
  matchSimilarNames(draft, rubric.inputs, table.columns);
  matchCaseNames(draft, table);
  matchOnlyColumn(draft, rubric.inputs, table);
  return draft.finish();
}

/** What the person left out stays out, but for required inputs: the rubric may have gained them since. */
function recallMapping(
  draft: MappingDraft,
  table: SourceTable,
  { inputs }: Pick<Rubric, 'inputs'>,
  outputPaths: readonly Path[],
  remembered: Mapping,
): Mapping {
  const existing = (column: number | undefined) =>
    column !== undefined && column < table.columns.length ? column : undefined;
  for (const { name } of inputs) {
    const column = existing(columnOf(remembered.inputs, name));
    if (column !== undefined) draft.inputs.set(name, column);
  }
  for (const [path, at] of Object.entries(remembered.gold)) {
    const column = existing(at);
    if (column !== undefined && isGoldPath(path, outputPaths)) draft.gold.set(path, column);
  }
  draft.id = existing(remembered.id);
  draft.label = existing(remembered.label);
  const needed = inputs.filter(({ required }) => required);
  matchExactNames(draft, needed, table.columns);
  matchSimilarNames(draft, needed, table.columns);
  matchOnlyColumn(draft, needed, table);
  return draft.finish();
}

/** A list without a header that says anything: its one column is the one input that a case must have. */
function matchOnlyColumn(draft: MappingDraft, inputs: Rubric['inputs'], { columns }: SourceTable): void {
  const [only, another] = inputs.filter(({ required }) => required);
  if (only && !another && columns.length === 1 && draft.isFree(0)) draft.inputs.set(only.name, 0);
}

const looseGold = /^\s*(?:gold|정답)[\s._:/-]+(.+)$/isu;

/** A path of `gold.<path>` may be a field, or an object or list that holds fields and stands in its cell as JSON. */
function matchGoldColumns(
  draft: MappingDraft,
  columns: readonly string[],
  outputPaths: readonly Path[],
): void {
  const paths = new Set(outputPaths.flatMap(withHolders));
  const take = (pathOf: (header: string) => Path | null | undefined) => {
    for (const [column, header] of columns.entries()) {
      const path = draft.isFree(column) ? pathOf(header) : null;
      if (path && !draft.gold.has(path)) draft.gold.set(path, column);
    }
  };
  take((header) => {
    const path = header.trim().startsWith(goldPrefix) ? header.trim().slice(goldPrefix.length) : '';
    return paths.has(path) ? path : null;
  });
  const byFold = foldedPaths(paths);
  take((header) => byFold.get(foldName(looseGold.exec(header)?.[1] ?? '')));
}

function isGoldPath(path: Path, outputPaths: readonly Path[]): boolean {
  return outputPaths.some((known) => known === path || known.startsWith(`${path}.`));
}

function withHolders(path: Path): Path[] {
  const parts = segments(path);
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}

/** Null where two paths fold alike: then only the exact name will do. */
function foldedPaths(paths: ReadonlySet<Path>): Map<string, Path | null> {
  const found = new Map<string, Path | null>();
  for (const path of paths) {
    const form = foldName(path);
    found.set(form, found.has(form) ? null : path);
  }
  return found;
}

/** Headers that say "this names the case", whatever the cells hold. Spaces and case do not matter. */
const idNames = 'id case_id 케이스ID 케이스번호 사례번호 식별자 아이디'.split(' ');
/** Headers that name the case only if no two cells are alike. */
const numberNames = 'case key no number index uid uuid custom_id 번호 순번 연번 일련번호'.split(' ');
const labelNames = 'label name title case_name 라벨 레이블 이름 제목 명칭 케이스이름 케이스명'.split(' ');

/** Enough to tell a column of names from one of categories; a repeated id further down is reported with its row. */
const rowsLookedAt = 2000;
const longestId = 64;
const longestLabel = 200;

function matchCaseNames(draft: MappingDraft, table: SourceTable): void {
  const id =
    freeColumnCalled(draft, table, idNames) ??
    freeColumnCalled(draft, table, numberNames, (column) => hasDistinctNames(table, column)) ??
    table.columns.findIndex(
      (header, column) =>
        draft.isFree(column) &&
        !isOwnColumn(header) &&
        nameWords(header.replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ')).at(-1) === 'id' &&
        hasDistinctNames(table, column),
    );
  if (id >= 0) draft.id = id;
  draft.label =
    newestGivenName(draft, table) ??
    freeColumnCalled(draft, table, labelNames, (column) => hasShortTexts(table, column));
}

/** Our own exports carry names that were changed in the page: `assay.case`, or `assay2.case` of a later one. */
function newestGivenName(draft: MappingDraft, table: SourceTable): number | undefined {
  const given = table.columns.flatMap((header, column) => {
    const [, number] = /^assay(\d*)\.case$/.exec(header.trim()) ?? [];
    return number === undefined || !draft.isFree(column) ? [] : [{ column, number: Number(number) }];
  });
  return given.toSorted((a, b) => b.number - a.number)[0]?.column;
}

function freeColumnCalled(
  draft: MappingDraft,
  table: SourceTable,
  names: readonly string[],
  fits: (column: number) => boolean = () => true,
): number | undefined {
  const headers = table.columns.map((header) => foldName(header));
  for (const name of names) {
    const column = headers.findIndex(
      (header, place) => header === foldName(name) && draft.isFree(place) && fits(place),
    );
    if (column >= 0) return column;
  }
  return undefined;
}

function hasDistinctNames(table: SourceTable, column: number): boolean {
  const seen = new Set<string>();
  for (const row of table.rows.slice(0, rowsLookedAt)) {
    const cell = row[column]?.trim() ?? '';
    // A figure such as 0.85 or 1,200 is a measurement, and that no two are alike is chance.
    if (cell === '' || cell.length > longestId || /\s|^[-+]?\d+[.,]\d+$/u.test(cell) || seen.has(cell))
      return false;
    seen.add(cell);
  }
  return seen.size > 0;
}

function hasShortTexts(table: SourceTable, column: number): boolean {
  return table.rows.slice(0, rowsLookedAt).every((row) => (row[column] ?? '').length <= longestLabel);
}
