import type { Case } from '../case';
import type { Json } from '../../kit/json';
import type { RubricInput } from '../../rubric/rubric';
import type { Mapping, SourceTable } from '../table';
import { columnOf } from './columns';
import { readGoldCell } from '../read/csv-cases';

/** The cases of a table. Each is made when it is asked for, from the cells as they stand then. */
export interface MappedCases extends Iterable<Case> {
  readonly length: number;
  /** The case of the row at this index, counted from 0. */
  at(index: number): Case;
}

export function applyMapping(
  table: SourceTable,
  mapping: Mapping,
  inputs: readonly RubricInput[],
  { ids }: CaseIds,
): MappedCases {
  const inputColumns = inputs.flatMap(({ name }) => {
    const column = columnOf(mapping.inputs, name);
    return column === undefined ? [] : [{ name, column }];
  });
  const goldColumns = Object.entries(mapping.gold);

  const at = (index: number): Case => {
    const row = table.rows[index];
    const id = ids[index];
    if (row === undefined || id === undefined)
      throw new Error(`Expected a row index below ${Math.min(table.rows.length, ids.length)}, got ${index}.`);
    const input: [string, string][] = [];
    for (const { name, column } of inputColumns) {
      const cell = row[column];
      if (cell !== undefined) input.push([name, cell]);
    }
    const gold: [string, Json][] = [];
    for (const [path, column] of goldColumns) {
      const value = readGoldCell(row[column] ?? '');
      if (value !== undefined) gold.push([path, value]);
    }
    const label = mapping.label === undefined ? '' : (row[mapping.label]?.trim() ?? '');
    return {
      id,
      ...(label === '' ? {} : { label }),
      input: Object.fromEntries(input),
      ...(gold.length === 0 ? {} : { gold: Object.fromEntries(gold) }),
    };
  };

  return {
    length: table.rows.length,
    at,
    *[Symbol.iterator]() {
      for (let index = 0; index < table.rows.length; index += 1) yield at(index);
    },
  };
}

/** The ids of a table's cases, by the index of their row. */
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
): Generator<void, CaseIds, void> {
  const { rows } = table;
  const written = (index: number) =>
    mapping.id === undefined ? '' : (rows[index]?.[mapping.id]?.trim() ?? '');
  const given = (index: number) => written(index) || `row-${index + 1}`;
  // Only what the file itself says can mean a case that is there: a row's number names another row in every file.
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
