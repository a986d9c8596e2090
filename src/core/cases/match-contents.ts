import type { RubricInput } from '../model/rubric';
import type { SourceTable } from '../model/table';
import { splitList } from '../text/split-list';
import { faultOf } from './find-input-faults';
import { isOwnColumn } from './is-own-column';
import type { MappingDraft } from './mapping-draft';

/** How much of a column is looked at. The page waits for it, and cells may be whole transcripts. */
const cellsLookedAt = 50;
const charactersLookedAt = 100_000;
const longTextFrom = 200;
const longestListEntry = 40;

/**
 * Gives required inputs a column by what its cells hold, where one column fits and it fits nothing else. Single lines of
 * text all look alike, so they are never guessed but in a file of one column for a rubric of one input.
 */
export function matchContents(draft: MappingDraft, inputs: readonly RubricInput[], table: SourceTable): void {
  const open = inputs.filter(({ name, required }) => required && !draft.hasInput(name));
  if (open.length === 0) return;
  const [first] = open;
  if (first && table.columns.length === 1 && inputs.filter(({ required }) => required).length === 1) {
    if (draft.isFree(0)) draft.setInput(first.name, 0, 'content');
    return;
  }
  const free = table.columns.flatMap((header, column) =>
    draft.isFree(column) && !isOwnColumn(header) ? [{ column, cells: sample(table, column) }] : [],
  );
  const wishes = open.map((input) => ({
    name: input.name,
    columns: free.filter(({ cells }) => holds(input, cells)).map(({ column }) => column),
  }));
  for (const { name, columns } of wishes) {
    const [only] = columns;
    if (only === undefined || columns.length > 1) continue;
    const wanted = wishes.filter((wish) => wish.columns.includes(only));
    if (wanted.length === 1) draft.setInput(name, only, 'content');
  }
}

function sample(table: SourceTable, column: number): string[] {
  const cells: string[] = [];
  let characters = 0;
  for (const row of table.rows) {
    const cell = row[column] ?? '';
    if (cell.trim() === '') continue;
    cells.push(cell);
    characters += cell.length;
    if (cells.length >= cellsLookedAt || characters > charactersLookedAt) break;
  }
  return cells;
}

function holds(input: RubricInput, cells: readonly string[]): boolean {
  if (cells.length === 0 || cells.some((cell) => faultOf(input, cell) !== null)) return false;
  switch (input.kind) {
    case 'number':
      return true;
    case 'json':
      // A bare number or word in quotes is JSON too, and says nothing.
      return cells.every((cell) => /^\s*[{[]/u.test(cell));
    case 'list':
      return cells.filter(isListLike).length >= cells.length * 0.8;
    case 'long':
      return cells.filter((cell) => cell.length >= longTextFrom).length >= cells.length / 2;
    case 'text':
      return false;
  }
}

function isListLike(cell: string): boolean {
  const list = splitList(cell);
  if (!list.ok) return false;
  if (cell.trim().startsWith('[')) return true;
  return (
    list.items.length > 1 &&
    list.items.every(({ text }) => text.length <= longestListEntry && /\p{L}/u.test(text))
  );
}
