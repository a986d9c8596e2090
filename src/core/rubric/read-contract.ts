import { rubricContractSchema, type Rubric, type RubricContract } from '../model/rubric';
import { checkLevels } from './check-levels';
import { checkNames } from './check-names';
import { checkOutput } from './check-output';
import { checkPaths } from './check-paths';
import { checkPrompt, tidyPrompt } from './check-prompt';
import { checkStructure } from './check-structure';
import { contractWords, explainIssues } from './explain-issues';
import { outputFromCriteria, withDefaultPaths } from './output-from-criteria';
import { problemAt, type PlacedProblem } from './rubric-problem';

export type ReadContract = { ok: true; rubric: Rubric } | { ok: false; problems: PlacedProblem[] };

/** Front matter and body → rubric. Later checks build on earlier ones, so the first kind of problem found is reported. */
export function readContract(contract: unknown, body: string): ReadContract {
  const unsound = checkStructure(contract);
  if (unsound.length > 0) return { ok: false, problems: unsound };

  const parsed = rubricContractSchema.safeParse(contract, { error: contractWords });
  if (!parsed.success) return { ok: false, problems: explainIssues(parsed.error.issues, contract) };

  const impossible = [...checkOwnOutput(parsed.data), ...checkNames(parsed.data)];
  if (impossible.length > 0) return { ok: false, problems: impossible };

  const { output: ownOutput, ...rest } = parsed.data;
  const criteria = rest.criteria.map((criterion) => withDefaultPaths(criterion, ownOutput === undefined));
  const output = ownOutput ?? outputFromCriteria(criteria);
  const problems = [
    ...checkPaths(parsed.data, criteria, output),
    ...checkLevels(criteria, output),
    ...checkPrompt(body, rest.inputs),
  ];
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, rubric: { ...rest, criteria, output, prompt: tidyPrompt(body) } };
}

/** The given output, or what is needed to make one. */
function checkOwnOutput({ output, criteria }: RubricContract): PlacedProblem[] {
  if (output !== undefined) return checkOutput(output, ['output']);
  return criteria.flatMap(({ choice, levels }, i) => {
    if (choice === undefined || levels.some(({ at }) => typeof at === 'string')) return [];
    const expected = 'levels with a label each, since the rubric has no output that lists them';
    return problemAt(['criteria', i, 'levels'], {
      expected,
      got: levels.length === 0 ? 'none' : 'none with a label',
    });
  });
}
