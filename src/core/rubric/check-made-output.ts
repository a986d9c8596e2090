import type { Criterion } from '../model/rubric';
import { inWords, keyName, problemAt, type ContractPath, type PlacedProblem } from './rubric-problem';

/** What criteria must bring when the reply's shape is made from them: labels to choose from, and paths under their id. */
export function checkMadeOutput(criteria: readonly Criterion[]): PlacedProblem[] {
  return criteria.flatMap((criterion, i) => {
    const { id, score, choice, rationale, levels, parts } = criterion;
    const own = ['criteria', i];
    const paths: [ContractPath, string | undefined][] = [
      [[...own, 'score'], score],
      [[...own, 'choice'], choice],
      [[...own, 'rationale'], rationale],
      ...parts.flatMap((part, j): [ContractPath, string | undefined][] => [
        [[...own, 'parts', j, 'score'], part.score],
        [[...own, 'parts', j, 'rationale'], part.rationale],
      ]),
    ];
    const problems = paths.flatMap(([at, path]) => (path === undefined ? [] : checkPath(at, path, id)));
    if (choice === undefined || levels.some(({ at }) => typeof at === 'string')) return problems;
    const expected = 'levels with a label each, since the rubric has no output that lists them';
    const got = levels.length === 0 ? 'none' : 'none with a label';
    return [...problems, problemAt([...own, 'levels'], { expected, got })];
  });
}

function checkPath(at: ContractPath, path: string, id: string): PlacedProblem[] {
  const [owner, key, ...deeper] = path.split('.');
  if (owner === id && key !== undefined && deeper.length === 0) return [];
  const expected = `${id}.<key>`;
  const message = `${keyName(at)} names ${inWords(path)}; in a rubric without an output it must have the form ${expected}.`;
  return [problemAt(at, { expected, got: inWords(path), message })];
}
