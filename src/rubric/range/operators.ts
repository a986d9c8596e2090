import { isWithin, overBudget, sizeOf } from '../program/budget';
import { max, mean, min, round, sum, operandEnvironment, operandNames } from '../program/environment';
import { failureOf, type Failure } from '../program/failure';
import {
  between,
  choices,
  either,
  exactly,
  failed,
  interval,
  itemsOf,
  join,
  sure,
  unknown,
  unsure,
  wrongType,
  type Interval,
  type Item,
  type NumberType,
  type Outcome,
  type Value,
} from './value';

export interface Truth {
  true: boolean;
  false: boolean;
  failure: Failure | null;
}

export const alwaysTrue: Truth = { true: true, false: false, failure: null };
export const alwaysFalse: Truth = { true: false, false: true, failure: null };

export function truthOf({ value, failure }: Outcome): Truth {
  if (value === null) return { true: false, false: false, failure };
  const values = choices(value.kind === 'unknown' ? either : value) ?? [];
  const isTruth = values.length > 0 && values.every((item) => typeof item === 'boolean');
  return {
    true: values.includes(true),
    false: values.includes(false),
    failure: failure ?? (isTruth && value.kind !== 'unknown' ? null : wrongType('true or false', value)),
  };
}

export function outcomeOf({ true: yes, false: no, failure }: Truth): Outcome {
  if (!yes && !no) return failed(failure ?? { message: 'no value' });
  return { ...(yes && no ? sure(either) : exactly(yes)), failure };
}

/** CEL's own rule: one false settles it, whatever happens to the other side. */
export function and(left: Truth, right: Truth): Truth {
  const leftFails = right.true || right.failure !== null ? left.failure : null;
  const rightFails = left.true || left.failure !== null ? right.failure : null;
  return {
    true: left.true && right.true,
    false: left.false || right.false,
    failure: leftFails ?? rightFails,
  };
}

export function not(truth: Truth): Truth {
  return { true: truth.false, false: truth.true, failure: truth.failure };
}

export function or(left: Truth, right: Truth): Truth {
  return not(and(not(left), not(right)));
}

/** An item that may be missing may also count as `absent`. */
export function counted({ certain }: Item, truth: Truth, absent: Truth): Truth {
  if (certain) return truth;
  return { ...truth, true: truth.true || absent.true, false: truth.false || absent.false };
}

type Run = (operands: Record<string, unknown>) => unknown;
const compiled = new Map<string, Run>();

/** Evaluates `source`, which is over a0, a1 …, by CEL itself, so that the semantics cannot differ. */
function evaluate(source: string, operands: readonly unknown[]): Outcome {
  let run = compiled.get(source);
  if (run === undefined) {
    const parsed = operandEnvironment.parse(source);
    run = (named) => parsed(named);
    compiled.set(source, run);
  }
  const characters = operands.reduce<number>((all, operand) => all + sizeOf(operand), 0);
  if (!isWithin(0, characters)) return failed({ message: overBudget });
  try {
    return exactly(
      run(Object.fromEntries(operands.map((operand, index) => [operandNames[index] ?? '', operand]))),
    );
  } catch (error) {
    return failed(failureOf(error));
  }
}

const mostCombinations = 64;

/** `source` over every combination of finite operands; null where they are too many or not finite. */
export function lift(source: string, values: readonly Value[]): Outcome | null {
  let combinations: unknown[][] = [[]];
  for (const value of values) {
    const options = choices(value);
    if (options === null || combinations.length * options.length > mostCombinations) return null;
    combinations = combinations.flatMap((before) => options.map((option) => [...before, option]));
  }
  return join(combinations.map((operands) => evaluate(source, operands)));
}

function resultType(left: NumberType, right: NumberType): NumberType {
  if (left === 'double' || right === 'double') return 'double';
  return left === 'int' && right === 'int' ? 'int' : 'either';
}

function corners(a: Interval, b: Interval, apply: (x: number, y: number) => number): number[] {
  return [apply(a.min, b.min), apply(a.min, b.max), apply(a.max, b.min), apply(a.max, b.max)];
}

function divided(a: Interval, b: Interval, type: NumberType): Outcome {
  if (b.min <= 0 && b.max >= 0) return unsure();
  const ends = corners(a, b, (x, y) => x / y);
  const whole = ends.map(Math.trunc);
  return between(type === 'double' ? ends : type === 'int' ? whole : [...ends, ...whole], type);
}

function compared(always: boolean, never: boolean): Outcome {
  return always || never ? exactly(always) : sure(either);
}

/** Rounding to the nearest double is monotone, so the corners bound every result, the last digit included. */
const onIntervals: Readonly<Record<string, (a: Interval, b: Interval, type: NumberType) => Outcome>> = {
  '+': (a, b, type) => between([a.min + b.min, a.max + b.max], type),
  '-': (a, b, type) => between([a.min - b.max, a.max - b.min], type),
  '*': (a, b, type) =>
    between(
      corners(a, b, (x, y) => x * y),
      type,
    ),
  '/': divided,
  '<': (a, b) => compared(a.max < b.min, a.min >= b.max),
  '<=': (a, b) => compared(a.max <= b.min, a.min > b.max),
  '>': (a, b) => compared(a.min > b.max, a.max <= b.min),
  '>=': (a, b) => compared(a.min >= b.max, a.max < b.min),
  '==': (a, b) => compared(false, a.max < b.min || b.max < a.min),
  '!=': (a, b) => compared(a.max < b.min || b.max < a.min, false),
};

const onLists: Readonly<Record<string, (left: readonly Item[], right: readonly Item[]) => Outcome>> = {
  '+': (left, right) => sure({ kind: 'list', items: [...left, ...right] }),
  '==': (left, right) => outcomeOf(sameLists(left, right)),
  '!=': (left, right) => outcomeOf(not(sameLists(left, right))),
};

function sameLists(left: readonly Item[], right: readonly Item[]): Truth {
  if (![...left, ...right].every((item) => item.certain)) return { ...alwaysTrue, false: true };
  if (left.length !== right.length) return alwaysFalse;
  return left.reduce((all, { value }, index) => and(all, equal(value, right[index]?.value)), alwaysTrue);
}

function equal(left: Value, right: Value = unknown): Truth {
  return truthOf(binary('==', left, right));
}

export function binary(operator: string, left: Value, right: Value): Outcome {
  const lifted = lift(`a0 ${operator} a1`, [left, right]);
  if (lifted !== null) return lifted;
  const rightItems = itemsOf(right);
  if (operator === 'in') {
    if (rightItems === null) return unsure(either);
    const any = (sofar: Truth, item: Item): Truth =>
      or(sofar, counted(item, equal(left, item.value), alwaysFalse));
    return outcomeOf(rightItems.reduce(any, alwaysFalse));
  }
  const [a, b] = [interval(left), interval(right)];
  if (a !== null && b !== null) return onIntervals[operator]?.(a, b, resultType(a.type, b.type)) ?? unsure();
  const leftItems = itemsOf(left);
  const ofLists = onLists[operator];
  if (leftItems !== null && rightItems !== null && ofLists) return ofLists(leftItems, rightItems);
  if (operator === '==' || operator === '!=') return sure(either);
  return unsure(operator.startsWith('<') || operator.startsWith('>') ? either : unknown);
}

export function negative(value: Value): Outcome {
  if (value.kind === 'range') return between([-value.max, -value.min], value.type);
  return lift('-a0', [value]) ?? unsure();
}

function size(value: Value): Outcome {
  if (value.kind === 'list')
    return between([value.items.filter((item) => item.certain).length, value.items.length], 'int');
  if (value.kind === 'map' && [...value.entries.values()].every((entry) => entry.presence !== 'maybe'))
    return exactly(BigInt(value.entries.size));
  return unsure({ kind: 'range', min: 0, max: Infinity, type: 'int' });
}

/** For functions that grow with every item, so the ends of the items give the ends of the result. */
function overList(combine: (list: readonly number[]) => number): (list: Value) => Outcome {
  return (list) => {
    const items = itemsOf(list) ?? [];
    const ranges = items.flatMap(({ value, certain }) => {
      const range = interval(value);
      // An item that may be missing adds nothing to a sum in that case.
      if (range === null || certain) return range ?? [];
      return { min: Math.min(0, range.min), max: Math.max(0, range.max) };
    });
    if (ranges.length === 0 || ranges.length < items.length) return unsure();
    if (combine !== sum && !items.every((item) => item.certain)) return unsure();
    return between(
      [combine(ranges.map((range) => range.min)), combine(ranges.map((range) => range.max))],
      'double',
    );
  };
}

function rounded(value: Value, digits: Value): Outcome {
  const range = interval(value);
  if (range === null || digits.kind !== 'exact' || typeof digits.value !== 'bigint') return unsure();
  if (digits.value < 0n || digits.value > 12n) return unsure();
  if (!Number.isFinite(range.min) || !Number.isFinite(range.max)) return unsure();
  return between([round(range.min, digits.value), round(range.max, digits.value)], 'double');
}

function converted(type: 'int' | 'double', convert: (value: number) => number): (value: Value) => Outcome {
  return (value) => {
    const range = interval(value);
    return range === null ? unsure() : between([convert(range.min), convert(range.max)], type);
  };
}

const onValues: Readonly<Record<string, (first: Value, second: Value) => Outcome>> = {
  sum: overList(sum),
  mean: overList(mean),
  min: overList(min),
  max: overList(max),
  size,
  round: rounded,
  int: converted('int', Math.trunc),
  double: converted('double', Number),
};

export function call(name: string, operands: readonly Value[]): Outcome {
  const [first = unknown, second = unknown] = operands;
  if (name === 'dyn') return sure(first);
  const parameters = operandNames.slice(0, operands.length).join(', ');
  return lift(`${name}(${parameters})`, operands) ?? onValues[name]?.(first, second) ?? unsure();
}

export function method(name: string, receiver: Value, operands: readonly Value[]): Outcome {
  if (name === 'size' && (receiver.kind === 'list' || receiver.kind === 'map')) return size(receiver);
  const parameters = operandNames.slice(1, operands.length + 1).join(', ');
  return lift(`a0.${name}(${parameters})`, [receiver, ...operands]) ?? unsure();
}
