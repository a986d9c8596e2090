import { inWords, problemAt, type ContractPath, type PlacedProblem } from './rubric-problem';

const deepest = 64;

/**
 * Looks at a contract from a stranger before any schema does: nesting without end (YAML can point back at itself), and
 * names that every JavaScript object has already, which would be mistaken for fields.
 */
export function checkStructure(contract: unknown): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  walk(contract, [], problems);
  return problems;
}

export function isTakenName(name: string): boolean {
  return name in Object.prototype;
}

/** True when the walk may go on. One nesting problem is enough. */
function walk(value: unknown, path: ContractPath, problems: PlacedProblem[]): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (path.length > deepest) {
    const expected = `at most ${deepest} levels of nesting`;
    problems.push(problemAt(path.slice(0, 3), { expected, got: 'more' }));
    return false;
  }
  if (Array.isArray(value)) return value.every((item, index) => walk(item, [...path, index], problems));
  return Object.entries(value).every(([key, item]) => {
    const here = [...path, key];
    if (isTakenName(key)) {
      const problem = problemAt(here, {
        expected: 'another name',
        got: inWords(key),
        message: takenName(key),
      });
      problems.push({ ...problem, place: { path: here, on: 'key' } });
    }
    return walk(item, here, problems);
  });
}

export function takenName(name: string): string {
  return `The name ${inWords(name)} has a meaning of its own in every program; choose another one.`;
}
