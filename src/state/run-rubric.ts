import type { Rubric } from '../core/model/rubric';
import { rubricFromContract } from '../core/rubric/rubric-from-contract';
import type { RunStore } from '../storage/runs/run-store';

/** The rubric of a stored run, exactly as it was when the run began. */
export async function readRunRubric(runs: RunStore, id: string): Promise<Rubric> {
  const { contract, prompt } = await runs.rubric(id);
  const read = rubricFromContract(contract, prompt);
  if (read.ok) return read.rubric;
  const problems = read.problems.map(({ message }) => message).join(' ');
  throw new Error(`The rubric of this run cannot be read. ${problems}`);
}
