import type { RubricInput } from '../model/rubric';
import type { Mapping } from '../model/table';
import { columnOf } from './column-of';

/** The required inputs that no column gives. While there is one, no case of the file can be judged. */
export function findUnmappedInputs(inputs: readonly RubricInput[], mapping: Mapping): RubricInput[] {
  return inputs.filter(({ name, required }) => required && columnOf(mapping.inputs, name) === undefined);
}
