import { rubricContractSchema, type Rubric } from '../model/rubric';
import { checkExpressions, type CompileExpressions } from './check-expressions';
import { checkLevels } from './check-levels';
import { checkMadeOutput } from './check-made-output';
import { checkNames } from './check-names';
import { checkOutput } from './check-output';
import { checkPaths } from './check-paths';
import { checkPrompt, tidyPrompt } from './check-prompt';
import { checkStructure } from './check-structure';
import { contractWords, explainIssues } from './explain-issues';
import { outputFromCriteria, withDefaultPaths } from './output-from-criteria';
import type { PlacedProblem } from './rubric-problem';

export type ReadContract = { ok: true; rubric: Rubric } | { ok: false; problems: PlacedProblem[] };

/** Front matter and body → rubric. Later checks build on earlier ones, so the first kind of problem found is reported. */
export function readContract(
  contract: unknown,
  body: string,
  compile: CompileExpressions = () => [],
): ReadContract {
  const unsound = checkStructure(contract);
  if (unsound.length > 0) return { ok: false, problems: unsound };

  const parsed = rubricContractSchema.safeParse(contract, { error: contractWords });
  if (!parsed.success) return { ok: false, problems: explainIssues(parsed.error.issues, contract) };

  const { output: ownOutput, ...rest } = parsed.data;
  const impossible = [
    ...(ownOutput ? checkOutput(ownOutput, ['output']) : checkMadeOutput(rest.criteria)),
    ...checkNames(parsed.data),
  ];
  if (impossible.length > 0) return { ok: false, problems: impossible };

  const criteria = rest.criteria.map((criterion) => withDefaultPaths(criterion, ownOutput === undefined));
  const output = ownOutput ?? outputFromCriteria(criteria);
  const problems = [
    ...checkPaths(parsed.data, criteria, output),
    ...checkLevels(criteria, output),
    ...checkPrompt(body, rest.inputs),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const rubric = { ...rest, criteria, output, prompt: tidyPrompt(body) };
  const mistakes = checkExpressions(rubric, compile);
  return mistakes.length > 0 ? { ok: false, problems: mistakes } : { ok: true, rubric };
}
