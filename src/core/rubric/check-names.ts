import type { RubricContract } from '../model/rubric';
import { isTakenName, takenName } from './check-structure';
import { inWords, problemAt, type ContractPath, type PlacedProblem } from './rubric-problem';

interface Name {
  name: string;
  path: ContractPath;
}

/** Names that must be told apart: inputs and their aliases, criteria, the parts of one criterion, checks. */
export function checkNames({ inputs, criteria, checks }: RubricContract): PlacedProblem[] {
  const inputNames = inputs.map(({ name }, i) => ({ name, path: ['inputs', i, 'name'] }));
  const criterionIds = criteria.map(({ id }, i) => ({ name: id, path: ['criteria', i, 'id'] }));
  return [
    ...[...inputNames, ...criterionIds]
      .filter(({ name }) => isTakenName(name))
      .map(({ name, path }) =>
        problemAt(path, { expected: 'another name', got: inWords(name), message: takenName(name) }),
      ),
    ...repeats(inputNames),
    ...sharedAliases(inputs),
    ...repeats(criterionIds),
    ...criteria.flatMap(({ parts }, i) =>
      repeats(parts.map(({ id }, j) => ({ name: id, path: ['criteria', i, 'parts', j, 'id'] }))),
    ),
    ...repeats(checks.map(({ id }, i) => ({ name: id, path: ['checks', i, 'id'] }))),
  ];
}

function repeats(names: readonly Name[]): PlacedProblem[] {
  const seen = new Set<string>();
  return names.flatMap(({ name, path }) => {
    if (seen.has(name)) {
      return problemAt(path, { expected: 'a name that is used once', got: `${inWords(name)} a second time` });
    }
    seen.add(name);
    return [];
  });
}

/** An alias that two inputs lay claim to would send a column to either of them. */
function sharedAliases(inputs: RubricContract['inputs']): PlacedProblem[] {
  const owner = new Map(inputs.map(({ name }, i) => [name, i]));
  return inputs.flatMap(({ aliases }, i) =>
    aliases.flatMap((alias, j) => {
      const other = owner.get(alias) ?? i;
      owner.set(alias, other);
      if (other === i) return [];
      const expected = 'an alias that no other input has';
      return problemAt(['inputs', i, 'aliases', j], { expected, got: inWords(alias) });
    }),
  );
}
