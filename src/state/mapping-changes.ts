import type { Mapping } from '../core/model/table';

/** One choice of a column; null for none. */
export type MappingChange =
  | { kind: 'input' | 'gold'; name: string; column: number | null }
  | { kind: 'id' | 'label'; column: number | null };

export function changeMapping(mapping: Mapping, change: MappingChange): Mapping {
  switch (change.kind) {
    case 'input':
      return { ...mapping, inputs: withColumn(mapping.inputs, change.name, change.column) };
    case 'gold':
      return { ...mapping, gold: withColumn(mapping.gold, change.name, change.column) };
    case 'id':
    case 'label': {
      const { [change.kind]: _, ...rest } = mapping;
      return change.column === null ? rest : { ...rest, [change.kind]: change.column };
    }
  }
}

function withColumn(
  columns: Readonly<Record<string, number>>,
  name: string,
  column: number | null,
): Record<string, number> {
  const others = Object.entries(columns).filter(([key]) => key !== name);
  return Object.fromEntries(column === null ? others : [...others, [name, column]]);
}
