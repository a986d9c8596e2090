import type { NumberSchema, ObjectSchema, OutputSchema } from '../output-schema';
import type { Criterion } from '../rubric';
import {
  inWords,
  keyName,
  problemAt,
  say,
  suggestion,
  unexpectedAt,
  type ContractPath,
  type PlacedProblem,
} from './rubric-problem';

/** What the schema of a reply schema cannot see: a property that is required, but not there. */
export function checkOutput(schema: OutputSchema, path: ContractPath): PlacedProblem[] {
  if ('anyOf' in schema)
    return schema.anyOf.flatMap((branch, index) => checkOutput(branch, [...path, 'anyOf', index]));
  if ('prefixItems' in schema)
    return schema.prefixItems.flatMap((child, index) => checkOutput(child, [...path, 'prefixItems', index]));
  if ('items' in schema) return checkOutput(schema.items, [...path, 'items']);
  if (!('properties' in schema)) return [];
  const names = Object.keys(schema.properties);
  const missing = (schema.required ?? []).flatMap((name, index) => {
    const words = say`The output requires ${inWords(name)}, but has no such property; ${suggestion(name, names)}`;
    return names.includes(name) ? [] : problemAt([...path, 'required', index], words);
  });
  const inner = Object.entries(schema.properties).flatMap(([key, child]) =>
    checkOutput(child, [...path, 'properties', key]),
  );
  return [...missing, ...inner];
}

/** The paths a criterion has when it names none. A rationale is only there for certain when we make the output. */
export function withDefaultPaths(criterion: Criterion, outputIsMade: boolean): Criterion {
  const { id, score, choice, rationale } = criterion;
  return {
    ...criterion,
    ...(score === undefined && choice === undefined && { score: `${id}.score` }),
    ...(rationale === undefined && outputIsMade && { rationale: `${id}.rationale` }),
  };
}

/** The reply's shape when a rubric gives none. Each rationale stands before its score, so that the score follows from it. */
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
    const key = keyUnder(id, path);
    return key === null ? [] : [[key, schema]];
  });
}

function points(minimum: number, maximum: number): NumberSchema {
  const whole = Number.isInteger(minimum) && Number.isInteger(maximum);
  return { type: whole ? 'integer' : 'number', minimum, maximum };
}

function oneOfLabels(criterion: Criterion): OutputSchema {
  if (criterion.levels.some(({ at }) => typeof at === 'boolean')) return { type: 'boolean' };
  const labels = criterion.levels.flatMap(({ at }) => (typeof at === 'string' ? [at] : []));
  return labels.length === 0 ? { type: 'string' } : { type: 'string', enum: labels };
}

export function pathsNamedBy(criterion: Criterion, index: number): [at: ContractPath, path: string][] {
  const { score, choice, rationale, parts } = criterion;
  const own = ['criteria', index];
  const named: [ContractPath, string | undefined][] = [
    [[...own, 'score'], score],
    [[...own, 'choice'], choice],
    [[...own, 'rationale'], rationale],
    ...parts.flatMap((part, j): [ContractPath, string | undefined][] => [
      [[...own, 'parts', j, 'score'], part.score],
      [[...own, 'parts', j, 'rationale'], part.rationale],
    ]),
  ];
  return named.flatMap(([at, path]): [ContractPath, string][] => (path === undefined ? [] : [[at, path]]));
}

/** What criteria must bring when the reply's shape is made from them: labels to choose from, and paths under their id. */
export function checkMadeOutput(criteria: readonly Criterion[]): PlacedProblem[] {
  return criteria.flatMap((criterion, i) => {
    const { id, choice, levels } = criterion;
    const problems = pathsNamedBy(criterion, i).flatMap(([at, path]) =>
      keyUnder(id, path) === null
        ? [
            problemAt(
              at,
              say`${keyName(at)} names ${inWords(path)}; in a rubric without an output it must have the form ${id}.<key>.`,
            ),
          ]
        : [],
    );
    if (choice === undefined || levels.some(({ at }) => typeof at === 'string' || typeof at === 'boolean'))
      return problems;
    const expected = say`levels with a label each, since the rubric has no output that lists them`;
    const got = levels.length === 0 ? say`none` : say`none with a label`;
    return [...problems, unexpectedAt(['criteria', i, 'levels'], expected, got)];
  });
}

function keyUnder(id: string, path: string | undefined): string | null {
  const [owner, key, ...deeper] = path?.split('.') ?? [];
  return owner === id && key !== undefined && deeper.length === 0 ? key : null;
}
