import { EvaluationError, ParseError, TypeError as CelTypeError } from '@marcbachmann/cel-js';
import { messageOf } from '../model/message-of';

/** Why an expression gave no value. */
export interface Failure {
  message: string;
  /** Offset in the expression, where it is known. */
  position?: number;
}

export interface ExpressionProblem {
  /** The place in the rubric: `checks.total-adds-up.assert`. */
  where: string;
  expression: string;
  message: string;
  position?: number;
}

export function isCelError(error: unknown): error is EvaluationError | ParseError | CelTypeError {
  return error instanceof EvaluationError || error instanceof ParseError || error instanceof CelTypeError;
}

export function failureOf(error: unknown): Failure {
  if (isCelError(error)) {
    const position = error.range?.start;
    return position === undefined ? { message: error.summary } : { message: error.summary, position };
  }
  return { message: messageOf(error) };
}

export function problemAt(where: string, expression: string, failure: Failure): ExpressionProblem {
  const { message, position } = failure;
  return position === undefined ? { where, expression, message } : { where, expression, message, position };
}
