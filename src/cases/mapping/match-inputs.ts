import type { RubricInput } from '../../rubric/rubric';
import { foldName } from '../../kit/text/fold-name';
import type { MappingDraft } from './propose-mapping';
import type { SourceTable } from '../table';
import { splitList } from '../../kit/text/split-list';
import { faultOf } from './find-input-faults';
import { isOwnColumn } from './columns';

/** Without case, spacing and punctuation; also without a remark in brackets, as in `Title (required)`. */
function folded(header: string): string[] {
  const bare = header.replace(/\([^()]*\)|\[[^[\]]*\]|（[^（）]*）/gu, ' ');
  return [...new Set([foldName(header), foldName(bare)])].filter((form) => form !== '');
}

/** Gives inputs the columns that bear their name or an alias, letter for letter. */
export function matchExactNames(
  draft: MappingDraft,
  inputs: readonly RubricInput[],
  columns: readonly string[],
): void {
  const forms = columns.map((header) => [header.trim()]);
  matchNames(draft, inputs, forms, ({ name }) => [name]);
  matchNames(draft, inputs, forms, ({ aliases }) => aliases);
}

/** The same for names that differ in case, spacing or punctuation, and for the labels that people read. */
export function matchSimilarNames(
  draft: MappingDraft,
  inputs: readonly RubricInput[],
  columns: readonly string[],
): void {
  const forms = columns.map(folded);
  matchNames(draft, inputs, forms, ({ name, aliases }) => [name, ...aliases].map((form) => foldName(form)));
  matchNames(draft, inputs, forms, ({ label }) => folded(label));
}

/** `forms`: what each column may be called, the better form first. */
function matchNames(
  draft: MappingDraft,
  inputs: readonly RubricInput[],
  forms: readonly string[][],
  namesOf: (input: RubricInput) => string[],
): void {
  const wishes = inputs
    .filter(({ name }) => !draft.inputs.has(name))
    .map((input) => ({ name: input.name, columns: columnsCalled(namesOf(input), forms) }));
  settle(draft, wishes);
}

/** Columns by the order of the names, and for one name those that bear it in full before those that bear it in part. */
function columnsCalled(names: readonly string[], forms: readonly string[][]): number[] {
  const depth = Math.max(0, ...forms.map((each) => each.length));
  const found = names.flatMap((name) =>
    Array.from({ length: depth }, (_, form) =>
      forms.flatMap((each, column) => (name !== '' && each[form] === name ? [column] : [])),
    ).flat(),
  );
  return [...new Set(found)];
}

interface Wish {
  name: string;
  columns: readonly number[];
}

/**
 * Gives each input the best free column that no other input wishes for. Where two inputs wish for the same one, neither
 * gets it until one of them is served elsewhere: a gap is seen, a wrong column is not.
 */
function settle(draft: MappingDraft, wishes: readonly Wish[]): void {
  for (;;) {
    const open = wishes.filter(({ name }) => !draft.inputs.has(name));
    const served = open.find((wish) => {
      const column = wish.columns.find(
        (candidate) =>
          draft.isFree(candidate) &&
          !open.some((other) => other !== wish && other.columns.includes(candidate)),
      );
      if (column === undefined) return false;
      draft.inputs.set(wish.name, column);
      return true;
    });
    if (!served) return;
  }
}

/** How much of a column is looked at. The page waits for it, and cells may be whole transcripts. */
const cellsLookedAt = 50;
const charactersLookedAt = 100_000;
const longTextFrom = 200;
const longestListEntry = 40;

/** By what the cells hold, where one column fits and fits nothing else. Lines of text look alike and are not guessed. */
export function matchContents(draft: MappingDraft, inputs: readonly RubricInput[], table: SourceTable): void {
  const open = inputs.filter(({ name, required }) => required && !draft.inputs.has(name));
  if (open.length === 0) return;
  const [first] = open;
  if (first && table.columns.length === 1 && inputs.filter(({ required }) => required).length === 1) {
    if (draft.isFree(0)) draft.inputs.set(first.name, 0);
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
    if (wanted.length === 1) draft.inputs.set(name, only);
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
