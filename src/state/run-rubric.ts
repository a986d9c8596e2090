import type { Rubric } from '../core/model/rubric';
import type { StorageFault } from '../core/model/run';
import { rubricFromContract } from '../core/rubric/rubric-from-contract';
import type { RunStore } from '../storage/runs/run-store';

/** What is stored is whole and yet no rubric: for whoever wants the run that is damage as any other, and told in the same words. */
class NoRubricStored extends Error {
  override readonly name = 'StorageFailure';
  readonly kind: StorageFault = 'damaged';
}

/** The rubric of a stored run, exactly as it was when the run began. */
export async function readRunRubric(runs: RunStore, id: string): Promise<Rubric> {
  const { contract, prompt } = await runs.rubric(id);
  const read = rubricFromContract(contract, prompt);
  if (read.ok) return read.rubric;
  const problems = read.problems.map(({ message }) => message).join(' ');
  throw new NoRubricStored(`The rubric of this run cannot be read. ${problems}`);
}
