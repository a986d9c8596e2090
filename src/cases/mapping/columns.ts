import type { Mapping } from '../table';
import type { RubricInput } from '../../rubric/rubric';

export type MappingChange =
  | { kind: 'inputs' | 'gold'; name: string; column: number | null | 'blank' }
  | { kind: 'id' | 'label'; column: number | null };

export function changeMapping(mapping: Mapping, change: MappingChange): Mapping {
  if ('name' in change) {
    const { kind, name, column } = change;
    const { [name]: _, ...others } = mapping[kind];
    const blank = (mapping.blank ?? []).filter((input) => input !== name);
    if (column === 'blank') blank.push(name);
    return {
      ...mapping,
      [kind]: typeof column === 'number' ? { ...others, [name]: column } : others,
      blank,
    };
  }
  const { [change.kind]: _, ...rest } = mapping;
  return change.column === null ? rest : { ...rest, [change.kind]: change.column };
}

/** The column a name is mapped to. Own keys only: an input may be called `constructor`. */
export function columnOf(columns: Readonly<Record<string, number>>, name: string): number | undefined {
  return Object.hasOwn(columns, name) ? columns[name] : undefined;
}

/** Whether a column was written by an earlier export of ours: a result is no input to be guessed at. */
export function isOwnColumn(header: string): boolean {
  return /^assay\d*\./.test(header.trim());
}

/** The required inputs that no column gives. While there is one, no case of the file can be judged. */
export function findUnmappedInputs(inputs: readonly RubricInput[], mapping: Mapping): RubricInput[] {
  return inputs.filter(
    ({ name, required }) =>
      required && columnOf(mapping.inputs, name) === undefined && !mapping.blank?.includes(name),
  );
}
