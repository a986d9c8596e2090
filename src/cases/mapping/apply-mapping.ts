import type { Case } from '../case';
import { type Json, jsonSchema } from '../../kit/json';
import type { Slices } from '../../kit/sliced-work.browser';
import type { RubricInput } from '../../rubric/rubric';
import type { Mapping, SourceTable } from '../table';
import { columnOf } from './columns';

export function caseOfRow(
  cells: readonly string[],
  mapping: Mapping,
  inputs: readonly Pick<RubricInput, 'name'>[],
  id: string,
): Case {
  const input = inputs.flatMap(({ name }): [string, string][] => {
    const cell = mapping.blank?.includes(name) ? '' : cells[columnOf(mapping.inputs, name) ?? -1];
    return cell === undefined ? [] : [[name, cell]];
  });
  const gold = Object.entries(mapping.gold).flatMap(([path, column]): [string, Json][] => {
    const value = readGoldCell(cells[column] ?? '');
    return value === undefined ? [] : [[path, value]];
  });
  const label = cells[mapping.label ?? -1]?.trim() ?? '';
  return {
    id,
    ...(label === '' ? {} : { label }),
    input: Object.fromEntries(input),
    ...(gold.length === 0 ? {} : { gold: Object.fromEntries(gold) }),
  };
}

/** What comes before the output path in the header of a column with values known to be right. */
export const goldPrefix = 'gold.';

/** The value a cell claims: JSON if it parses as JSON, its words otherwise. An empty cell claims nothing. */
export function readGoldCell(cell: string): Json | undefined {
  if (cell.trim() === '') return undefined;
  try {
    const parsed: unknown = JSON.parse(cell);
    return hasProtoKey(parsed) ? cell : jsonSchema.parse(parsed);
  } catch {
    return cell;
  }
}

/** No object holds this name as a value of its own, so what has it as a key stays the text it is. */
function hasProtoKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasProtoKey);
}

export interface CaseIds {
  ids: string[];
  /** Rows (by index) whose id stood in an earlier row already, and the index of that row. */
  repeats: ReadonlyMap<number, number>;
}

const rowsBetweenPauses = 2000;

/** What becomes of an id that the file gives and that is taken elsewhere: another id, or the same, to replace that case. */
export type OnTakenId = 'rename' | 'keep';

/**
 * Gives every row an id of its own: the file's, with ` (2)`, ` (3)` … behind it where it repeats, or `row-<number>` where
 * the file has none. The same table, mapping and `taken` ids always give the same ids. Offers to pause at every `yield`.
 */
export function* nameCases(
  table: SourceTable,
  mapping: Mapping,
  taken: ReadonlySet<string> = new Set(),
  onTaken: OnTakenId = 'rename',
): Slices<CaseIds> {
  const { rows } = table;
  const written = (index: number) =>
    mapping.id === undefined ? '' : (rows[index]?.[mapping.id]?.trim() ?? '');
  const given = (index: number) => written(index) || `row-${index + 1}`;
  // Only an id from the file can mean an existing case: a row's number names another row in every file.
  const mayKeep = (index: number, id: string) =>
    !taken.has(id) || (onTaken === 'keep' && written(index) !== '');

  // The first row of each id keeps it as it is, also when an earlier row's suffix would make the same text.
  const firstRows = new Map<string, number>();
  for (let index = 0; index < rows.length; index += 1) {
    const id = given(index);
    if (!firstRows.has(id)) firstRows.set(id, index);
    if (index % rowsBetweenPauses === rowsBetweenPauses - 1) yield;
  }

  const ids: string[] = [];
  const repeats = new Map<number, number>();
  const lastSuffix = new Map<string, number>();
  for (let index = 0; index < rows.length; index += 1) {
    const id = given(index);
    const first = firstRows.get(id) ?? index;
    if (first !== index) repeats.set(index, first);
    if (first === index && mayKeep(index, id)) ids.push(id);
    else {
      // Two ids never meet by their suffixes: without it they would be the same id.
      let suffix = lastSuffix.get(id) ?? 1;
      let unique: string;
      do {
        suffix += 1;
        unique = `${id} (${suffix})`;
      } while (firstRows.has(unique) || taken.has(unique));
      lastSuffix.set(id, suffix);
      ids.push(unique);
    }
    if (index % rowsBetweenPauses === rowsBetweenPauses - 1) yield;
  }
  return { ids, repeats };
}
