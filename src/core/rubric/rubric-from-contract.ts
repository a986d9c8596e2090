import { readContract } from './read-contract';
import type { PlacedProblem, RubricProblem, RubricResult } from './rubric-problem';

/** For a contract that is JSON already. Its problems have no line; `parseRubric` gives them one. */
export function rubricFromContract(contract: unknown, prompt: string): RubricResult {
  const read = readContract(contract, prompt);
  if (read.ok) return read;
  return { ok: false, problems: read.problems.map(withoutPlace) };
}

function withoutPlace({ key, expected, got, message }: PlacedProblem): RubricProblem {
  return { key, expected, got, message };
}
