import type { NumberSchema, ObjectSchema, OutputSchema, StringSchema } from '../output-schema';
import type { Criterion } from '../rubric';
import { inWords, keyName, problemAt, type ContractPath, type PlacedProblem } from './rubric-problem';

/** The paths a criterion has when it names none. A rationale is only there for certain when we make the output. */
export function withDefaultPaths(criterion: Criterion, outputIsMade: boolean): Criterion {
  const { id, score, choice, rationale } = criterion;
  return {
    ...criterion,
    ...(score === undefined && choice === undefined && { score: `${id}.score` }),
    ...(rationale === undefined && outputIsMade && { rationale: `${id}.rationale` }),
  };
}

/**
 * The reply's shape when a rubric gives none: one object per criterion, the rationale before the score so that the score
 * follows from it. Every path has the form `<id>.<key>`.
 */
export function outputFromCriteria(criteria: readonly Criterion[]): ObjectSchema {
  const properties = criteria.map((criterion): [string, OutputSchema] => {
    return [criterion.id, { type: 'object', properties: Object.fromEntries(fieldsOf(criterion)) }];
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function fieldsOf(given: Criterion): [string, OutputSchema][] {
  const criterion = withDefaultPaths(given, true);
  const { id, rationale, score, choice, min, max = min } = criterion;
  const fields: [string | undefined, OutputSchema][] = [
    ...criterion.parts.flatMap((part): [string | undefined, OutputSchema][] => [
      [part.rationale, { type: 'string' }],
      [part.score, points(0, part.max)],
    ]),
    [rationale, { type: 'string' }],
    [score, points(min, max)],
    [choice, oneOfLabels(criterion)],
  ];
  return fields.flatMap(([path, schema]): [string, OutputSchema][] => {
    const [owner, key, ...deeper] = path?.split('.') ?? [];
    return owner === id && key !== undefined && deeper.length === 0 ? [[key, schema]] : [];
  });
}

function points(minimum: number, maximum: number): NumberSchema {
  const whole = Number.isInteger(minimum) && Number.isInteger(maximum);
  return { type: whole ? 'integer' : 'number', minimum, maximum };
}

function oneOfLabels(criterion: Criterion): StringSchema {
  const labels = criterion.levels.flatMap(({ at }) => (typeof at === 'string' ? [at] : []));
  return labels.length === 0 ? { type: 'string' } : { type: 'string', enum: labels };
}

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
