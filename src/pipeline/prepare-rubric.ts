import { compileRubric } from '../core/check/compile-rubric';
import type { FindFacts } from '../core/model/facts';
import type { Rubric } from '../core/model/rubric';
import type { ReadyRubric } from './ready-rubric';

/** Throws when the rubric's own expressions are wrong: its author must see that before any case is judged. */
export function prepareRubric(rubric: Rubric, findFacts: FindFacts | null): ReadyRubric {
  const compiled = compileRubric(rubric);
  if (compiled.ok) return { rubric, program: compiled.program, findFacts };
  const problems = compiled.problems.map(({ where, message }) => `${where}: ${message}`);
  throw new Error(`The rubric "${rubric.id}" has errors in its expressions. ${problems.join(' ')}`);
}
