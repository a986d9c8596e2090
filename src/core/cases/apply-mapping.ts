import type { Case } from '../model/case';
import type { Json } from '../model/json';
import type { RubricInput } from '../model/rubric';
import type { Mapping, SourceTable } from '../model/table';
import { columnOf } from './column-of';
import type { CaseIds } from './name-cases';
import { readGoldCell } from './read-gold-cell';

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
