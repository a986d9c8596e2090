import type { ObjectSchema } from '../model/output-schema';
import type { Criterion, Level } from '../model/rubric';
import { suggestion } from './nearest-name';
import { fieldAt, withoutNull } from './output-field';
import { inWords, problemAt, type ContractPath, type PlacedProblem } from './rubric-problem';

/** Scales and levels that cannot be true: a level no score reaches, a score no scale holds. */
export function checkLevels(criteria: readonly Criterion[], output: ObjectSchema): PlacedProblem[] {
  return criteria.flatMap((criterion, i) => {
    const path = ['criteria', i];
    if (criterion.choice !== undefined) return checkLabels(criterion, criterion.choice, path, output);
    return [...checkScale(criterion, path, output), ...checkPoints(criterion, path)];
  });
}

function checkLabels(
  criterion: Criterion,
  choice: string,
  path: ContractPath,
  output: ObjectSchema,
): PlacedProblem[] {
  const found = fieldAt(output, choice);
  const schema = found === undefined ? undefined : withoutNull(found.schema);
  if (schema === undefined || !('type' in schema) || schema.type !== 'string' || !schema.enum) return [];
  const labels = schema.enum;
  return criterion.levels.flatMap(({ at }, j) => {
    if (typeof at === 'string' && labels.includes(at)) return [];
    const got = typeof at === 'object' ? `[${at.join(', ')}]` : inWords(at);
    const message = `A level of ${inWords(criterion.id)} stands at ${got}, which is no label of ${choice}; ${suggestion(String(at), labels)}`;
    return problemAt([...path, 'levels', j, 'at'], { expected: `one of ${labels.join(', ')}`, got, message });
  });
}

function checkScale(criterion: Criterion, path: ContractPath, output: ObjectSchema): PlacedProblem[] {
  const { min, max, score } = criterion;
  if (max === undefined) return [];
  if (min >= max)
    return [problemAt([...path, 'max'], { expected: `a number above min (${min})`, got: String(max) })];
  const found = score === undefined ? undefined : fieldAt(output, score);
  const schema = found === undefined ? undefined : withoutNull(found.schema);
  if (schema === undefined || !('type' in schema)) return [];
  if (schema.type !== 'integer' && schema.type !== 'number') return [];
  const values = schema.enum ?? [];
  const low = Math.min(...values, schema.minimum ?? Infinity);
  const high = Math.max(...values, schema.maximum ?? -Infinity);
  return [
    ...(low < min ? [problemAt([...path, 'min'], outside(min, 'low', low))] : []),
    ...(high > max ? [problemAt([...path, 'max'], outside(max, 'high', high))] : []),
  ];
}

function outside(bound: number, side: 'low' | 'high', allowed: number): { expected: string; got: string } {
  return { expected: `${allowed}, since the output allows a score as ${side} as that`, got: String(bound) };
}

function checkPoints(criterion: Criterion, path: ContractPath): PlacedProblem[] {
  const { min, max = Infinity } = criterion;
  return criterion.levels.flatMap(({ at }, j) => {
    if (pointsOf(at).every((point) => point >= min && point <= max) && isOrdered(at)) return [];
    const got = typeof at === 'object' ? `[${at.join(', ')}]` : inWords(at);
    const expected = `a score from ${min} to ${max}, or [from, to] with the lower one first`;
    return problemAt([...path, 'levels', j, 'at'], { expected, got });
  });
}

/** A label is no point on a scale. */
function pointsOf(at: Level['at']): number[] {
  if (typeof at === 'string') return [NaN];
  return typeof at === 'number' ? [at] : at;
}

function isOrdered(at: Level['at']): boolean {
  return typeof at !== 'object' || at[0] <= at[1];
}
