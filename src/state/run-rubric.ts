import type { Rubric } from '../core/model/rubric';
import { rubricFromContract } from '../core/rubric/rubric-from-contract';
import { StorageFailure, type SheetStore } from '../sheet/sheet-store';

/** The rubric version that a stored run pins, by its hash. */
export async function readRunRubric(store: Pick<SheetStore, 'rubric'>, hash: string): Promise<Rubric> {
  const { contract, prompt } = await store.rubric(hash);
  const read = rubricFromContract(contract, prompt);
  if (read.ok) return read.rubric;
  const problems = read.problems.map(({ message }) => message).join(' ');
  throw new StorageFailure('damaged', `The rubric of this run cannot be read. ${problems}`);
}
