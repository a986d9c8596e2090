import { max, mean, min, round, sum, operandEnvironment, operandNames } from '../program/environment';
import {
  exactly,
  itemsOf,
  sure,
  unknown,
  unsure,
  type Item,
  type Outcome,
  type Value,
  interval,
  lift,
  liftOr,
  type Interval,
  failed,
} from './abstract';
import { failureOf } from '../program/failure';

function size(value: Value): Outcome {
  if (value.kind === 'list') {
    const certain = value.items.filter((item) => item.certain).length;
    const most = value.items.length;
    return certain === most
      ? exactly(BigInt(most))
      : sure({ kind: 'range', min: certain, max: most, type: 'int' });
  }
  if (value.kind === 'map' && [...value.entries.values()].every((entry) => entry.presence !== 'maybe')) {
    return exactly(BigInt(value.entries.size));
  }
  return unsure({ kind: 'range', min: 0, max: Infinity, type: 'int' });
}

interface Bounded extends Interval {
  certain: boolean;
}

function bounds(items: readonly Item[]): Bounded[] | null {
  const bounded: Bounded[] = [];
  for (const { value, certain } of items) {
    const range = interval(value);
    if (range === null) return null;
    bounded.push({ ...range, certain });
  }
  return bounded;
}

/** Each of these grows with every item, so the ends of the items give the ends of the result. */
const monotone = new Map([
  ['sum', sum],
  ['mean', mean],
  ['min', min],
  ['max', max],
]);

function overList(name: string, combine: (list: readonly number[]) => number, list: Value): Outcome {
  const items = itemsOf(list);
  const ranges = items === null ? null : bounds(items);
  if (ranges === null || ranges.length === 0) return unsure();
  const allCertain = ranges.every((range) => range.certain);
  if (!allCertain && name !== 'sum') return unsure();
  // An item that may be missing adds nothing in that case.
  const low = combine(ranges.map((range) => (range.certain ? range.min : Math.min(0, range.min))));
  const high = combine(ranges.map((range) => (range.certain ? range.max : Math.max(0, range.max))));
  if (Number.isNaN(low) || Number.isNaN(high)) return unsure();
  return low === high ? exactly(low) : sure({ kind: 'range', min: low, max: high, type: 'double' });
}

function rounded(value: Value, digits: Value): Outcome {
  const range = interval(value);
  if (range === null || digits.kind !== 'exact' || typeof digits.value !== 'bigint') return unsure();
  if (digits.value < 0n || digits.value > 12n) return unsure();
  if (!Number.isFinite(range.min) || !Number.isFinite(range.max)) return unsure();
  const low = round(range.min, digits.value);
  const high = round(range.max, digits.value);
  return low === high ? exactly(low) : sure({ kind: 'range', min: low, max: high, type: 'double' });
}

function converted(name: 'int' | 'double', value: Value): Outcome {
  const range = interval(value);
  if (range === null) return unsure();
  if (name === 'double') return sure({ kind: 'range', min: range.min, max: range.max, type: 'double' });
  const low = Math.trunc(range.min);
  const high = Math.trunc(range.max);
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high)) return unsure();
  return low === high ? exactly(BigInt(low)) : sure({ kind: 'range', min: low, max: high, type: 'int' });
}

export function call(name: string, operands: readonly Value[]): Outcome {
  const [first = unknown, second = unknown] = operands;
  if (name === 'dyn') return sure(first);
  const lifted = lift(operands, (values) => applyFunction(name, values));
  if (lifted !== null) return lifted;
  const combine = monotone.get(name);
  if (combine !== undefined) return overList(name, combine, first);
  if (name === 'size') return size(first);
  if (name === 'round') return rounded(first, second);
  if (name === 'int' || name === 'double') return converted(name, first);
  return unsure();
}

export function method(name: string, receiver: Value, operands: readonly Value[]): Outcome {
  if (name === 'size' && (receiver.kind === 'list' || receiver.kind === 'map')) return size(receiver);
  return liftOr([receiver, ...operands], ([first, ...rest]) => applyMethod(name, first, rest));
}

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

function applyFunction(name: string, operands: readonly unknown[]): Outcome {
  return run(`${name}(${operandNames.slice(0, operands.length).join(', ')})`, operands);
}

function applyMethod(name: string, receiver: unknown, operands: readonly unknown[]): Outcome {
  return run(`a0.${name}(${operandNames.slice(1, operands.length + 1).join(', ')})`, [receiver, ...operands]);
}

export function applyHas(container: unknown, key: string): Outcome {
  return run(`has(a0.${key})`, [container]);
}
