import { EvaluationError } from '@marcbachmann/cel-js';
import type { Json } from '../model/json';

/** Leaves a trap where a value failed: to an expression, "it failed" must not look like "it is not there". */
export function failOnRead(scope: Record<string, Json>, name: string, message: string): void {
  Object.defineProperty(scope, name, {
    configurable: true,
    enumerable: true,
    get: () => {
      throw new EvaluationError(message);
    },
  });
}

/** Puts a value in, over a trap if there is one. */
export function setValue(scope: Record<string, Json>, name: string, value: Json): void {
  Object.defineProperty(scope, name, { configurable: true, enumerable: true, writable: true, value });
}
