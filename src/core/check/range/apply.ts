import { operandEnvironment, operandNames } from '../environment';
import { failureOf } from '../failure';
import { exactly, failed, type Outcome } from './abstract';

type Run = (operands: Record<string, unknown>) => unknown;
const compiled = new Map<string, Run>();

/** Applies one operator, method or function to exact operands by CEL itself, so that the semantics cannot differ. */
function run(source: string, operands: readonly unknown[]): Outcome {
  let expression = compiled.get(source);
  if (expression === undefined) {
    const parsed = operandEnvironment.parse(source);
    expression = (named) => parsed(named);
    compiled.set(source, expression);
  }
  const named: Record<string, unknown> = {};
  operands.forEach((operand, index) => (named[operandNames[index] ?? ''] = operand));
  try {
    return exactly(expression(named));
  } catch (error) {
    return failed(failureOf(error));
  }
}

export function applyBinary(operator: string, left: unknown, right: unknown): Outcome {
  return run(`a0 ${operator} a1`, [left, right]);
}

export function applyMinus(operand: unknown): Outcome {
  return run('-a0', [operand]);
}

export function applyAccess(container: unknown, key: unknown): Outcome {
  return run('a0[a1]', [container, key]);
}

export function applyFunction(name: string, operands: readonly unknown[]): Outcome {
  return run(`${name}(${operandNames.slice(0, operands.length).join(', ')})`, operands);
}

export function applyMethod(name: string, receiver: unknown, operands: readonly unknown[]): Outcome {
  return run(`a0.${name}(${operandNames.slice(1, operands.length + 1).join(', ')})`, [receiver, ...operands]);
}

export function applyHas(container: unknown, key: string): Outcome {
  return run(`has(a0.${key})`, [container]);
}
