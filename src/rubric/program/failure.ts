import { EvaluationError, ParseError, TypeError as CelTypeError } from '@marcbachmann/cel-js';
import { errorMessage } from '../../kit/error-message';
import { isJsonObject, isPlainObject, type Json } from '../../kit/json';

export interface Failure {
  message: string;
  position?: number;
}

export interface ExpressionProblem extends Failure {
  /** The place in the rubric: `checks.total-adds-up.assert`. */
  where: string;
  expression: string;
}

export function isCelError(error: unknown): error is EvaluationError | ParseError | CelTypeError {
  return error instanceof EvaluationError || error instanceof ParseError || error instanceof CelTypeError;
}

export function failureOf(error: unknown): Failure {
  if (isCelError(error)) {
    const position = error.range?.start;
    return position === undefined ? { message: error.summary } : { message: error.summary, position };
  }
  return { message: errorMessage(error) };
}

export function problemIn(
  { where, source }: { where: string; source: string },
  failure: Failure,
): ExpressionProblem {
  return { where, expression: source, ...failure };
}

/** A CEL result as JSON: whole numbers lose their bigint. What JSON cannot hold is an error. */
export function toJson(value: unknown): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'bigint':
      return Number(value);
    case 'number':
      if (!Number.isFinite(value))
        throw new EvaluationError(`the result is ${value}, which is no usable number`);
      return value === 0 ? 0 : value;
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return value.map(toJson);
      if (isPlainObject(value)) {
        return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, toJson(entry)]));
      }
      break;
    default:
  }
  throw new EvaluationError('the result is neither text, number, yes/no, list nor map');
}

function sameNumber(left: number, right: number): boolean {
  return left === right || Math.abs(left - right) <= 1e-9 * Math.max(1, Math.abs(left), Math.abs(right));
}

/** Deep equality; numbers by value, with room for the last digits of binary fractions. */
export function sameJson(left: Json, right: Json): boolean {
  if (typeof left === 'number' && typeof right === 'number') return sameNumber(left, right);
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, i) => sameJson(item, right[i] ?? null));
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key] ?? null, right[key] ?? null))
    );
  }
  return left === right;
}

/** Reading `root.name` throws: to an expression, "it failed" must not look like "it is missing". */
export function failOnRead(root: string, values: Record<string, Json>, name: string): void {
  Object.defineProperty(values, name, {
    enumerable: true,
    get: () => {
      throw new EvaluationError(`${root}.${name} could not be computed`);
    },
  });
}
