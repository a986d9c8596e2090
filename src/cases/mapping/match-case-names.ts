import type { SourceTable } from '../table';
import { foldName, nameWords } from '../../kit/text/fold-name';
import { isOwnColumn } from './columns';
import type { MappingDraft } from './propose-mapping';

/** Headers that say "this names the case", whatever the cells hold. Spaces and case do not matter. */
const idNames = 'id case_id 케이스ID 케이스번호 사례번호 식별자 아이디'.split(' ');
/** Headers that name the case only if no two cells are alike. */
const numberNames = 'case key no number index uid uuid custom_id 번호 순번 연번 일련번호'.split(' ');
const labelNames = 'label name title case_name 라벨 레이블 이름 제목 명칭 케이스이름 케이스명'.split(' ');

/** Enough to tell a column of names from one of categories; a repeated id further down is reported with its row. */
const rowsLookedAt = 2000;
const longestId = 64;
const longestLabel = 200;

export function matchCaseNames(draft: MappingDraft, table: SourceTable): void {
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

/** For files whose headers say nothing: the only free column with short cells without spaces, no two alike. */
export function guessIdColumn(draft: MappingDraft, table: SourceTable): void {
  if (draft.id !== undefined || table.rows.length < 2) return;
  const fitting = table.columns.flatMap((header, column) =>
    draft.isFree(column) && !isOwnColumn(header) && hasDistinctNames(table, column) ? [column] : [],
  );
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) draft.id = only;
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
