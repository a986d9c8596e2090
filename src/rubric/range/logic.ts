import type { Failure } from '../program/failure';
import {
  either,
  exactly,
  failed,
  itemsOf,
  sure,
  unsure,
  wrongType,
  type Item,
  type Outcome,
  type Value,
  choices,
  interval,
  lift,
  exact,
  type NumberType,
  type Interval,
} from './abstract';
import { applyBinary } from './calls';

/** Which truth values an outcome allows. */
export interface Truth {
  true: boolean;
  false: boolean;
  failure: Failure | null;
}

export const alwaysTrue: Truth = { true: true, false: false, failure: null };
export const alwaysFalse: Truth = { true: false, false: true, failure: null };
const openTruth: Truth = { true: true, false: true, failure: null };

export function truthOf(outcome: Outcome): Truth {
  const { value, failure } = outcome;
  if (value === null) return { true: false, false: false, failure };
  const values = value.kind === 'unknown' ? [true, false] : (choices(value) ?? []);
  const onlyTruth =
    value.kind !== 'unknown' && values.length > 0 && values.every((item) => typeof item === 'boolean');
  return {
    true: values.includes(true),
    false: values.includes(false),
    failure: failure ?? (onlyTruth ? null : wrongType('true or false', value)),
  };
}

export function outcomeOf(truth: Truth): Outcome {
  if (truth.true && truth.false) return { value: either, failure: truth.failure };
  if (truth.true) return { ...exactly(true), failure: truth.failure };
  if (truth.false) return { ...exactly(false), failure: truth.failure };
  return failed(truth.failure ?? { message: 'no value' });
}

/** CEL's own rule: one false settles it, whatever happens to the other side. */
export function and(left: Truth, right: Truth): Truth {
  const bothNeeded = left.true || left.failure !== null;
  const failure =
    left.failure !== null && (right.true || right.failure !== null)
      ? left.failure
      : bothNeeded
        ? right.failure
        : null;
  return { true: left.true && right.true, false: left.false || right.false, failure };
}

export function not(truth: Truth): Truth {
  return { true: truth.false, false: truth.true, failure: truth.failure };
}

export function or(left: Truth, right: Truth): Truth {
  return not(and(not(left), not(right)));
}

function mergeLists(left: readonly Item[], right: readonly Item[]): Truth {
  if (![...left, ...right].every((item) => item.certain)) return openTruth;
  if (left.length !== right.length) return alwaysFalse;
  return left.reduce<Truth>((all, item, index) => {
    const other = right[index];
    return other === undefined ? alwaysFalse : and(all, equal(item.value, other.value));
  }, alwaysTrue);
}

export function equal(left: Value, right: Value): Truth {
  const lifted = lift([left, right], ([a, b]) => applyBinary('==', a, b));
  if (lifted !== null) return truthOf(lifted);
  const leftInterval = interval(left);
  const rightInterval = interval(right);
  if (leftInterval !== null && rightInterval !== null) {
    const apart = leftInterval.max < rightInterval.min || rightInterval.max < leftInterval.min;
    return apart ? alwaysFalse : openTruth;
  }
  const leftItems = itemsOf(left);
  const rightItems = itemsOf(right);
  if (leftItems !== null && rightItems !== null) return mergeLists(leftItems, rightItems);
  return openTruth;
}

type OrderOperator = '<' | '<=' | '>' | '>=';

export function ordered(operator: OrderOperator, left: Value, right: Value): Outcome {
  const lifted = lift([left, right], ([a, b]) => applyBinary(operator, a, b));
  if (lifted !== null) return lifted;
  const a = interval(left);
  const b = interval(right);
  if (a === null || b === null) return unsure(either);
  switch (operator) {
    case '<':
      return sure(a.max < b.min ? truth(true) : a.min >= b.max ? truth(false) : either);
    case '<=':
      return sure(a.max <= b.min ? truth(true) : a.min > b.max ? truth(false) : either);
    case '>':
      return ordered('<', right, left);
    case '>=':
      return ordered('<=', right, left);
  }
}

const truth = (value: boolean): Value => ({ kind: 'exact', value });

/** `item in container`. */
export function contained(item: Value, container: Value): Outcome {
  const lifted = lift([item, container], ([a, b]) => applyBinary('in', a, b));
  if (lifted !== null) return lifted;
  const items = itemsOf(container);
  if (items === null) return unsure(either);
  const found = items.reduce<Truth>((any, { value, certain }) => {
    const same = equal(item, value);
    return or(any, certain ? same : { ...same, false: true });
  }, alwaysFalse);
  return outcomeOf(found);
}

type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

function resultType(left: NumberType, right: NumberType): NumberType {
  if (left === 'double' || right === 'double') return 'double';
  return left === 'int' && right === 'int' ? 'int' : 'either';
}

/** Beyond this a whole number may overflow or lose digits on its way through a double. */
const safe = Number.MAX_SAFE_INTEGER;

function between(corners: readonly number[], type: NumberType): Outcome {
  const min = Math.min(...corners);
  const max = Math.max(...corners);
  if (Number.isNaN(min) || Number.isNaN(max)) return unsure();
  if (type !== 'double' && (min < -safe || max > safe)) return unsure();
  if (min === max && type !== 'either') return sure(exact(type === 'int' ? BigInt(min) : min));
  return sure({ kind: 'range', min, max, type });
}

function divided(left: Interval, right: Interval): Outcome {
  if (right.min <= 0 && right.max >= 0) return unsure();
  const type = resultType(left.type, right.type);
  const corners = [left.min / right.min, left.min / right.max, left.max / right.min, left.max / right.max];
  if (type === 'double') return between(corners, type);
  const whole = corners.map(Math.trunc);
  return between(type === 'int' ? whole : [...corners, ...whole], type);
}

/** Rounding to the nearest double is monotone, so the corners bound every result, the last digit included. */
function onIntervals(operator: ArithmeticOperator, left: Interval, right: Interval): Outcome {
  const type = resultType(left.type, right.type);
  switch (operator) {
    case '+':
      return between([left.min + right.min, left.max + right.max], type);
    case '-':
      return between([left.min - right.max, left.max - right.min], type);
    case '*':
      return between(
        [left.min * right.min, left.min * right.max, left.max * right.min, left.max * right.max],
        type,
      );
    case '/':
      return divided(left, right);
    case '%':
      return unsure();
  }
}

export function arithmetic(operator: ArithmeticOperator, left: Value, right: Value): Outcome {
  const lifted = lift([left, right], ([a, b]) => applyBinary(operator, a, b));
  if (lifted !== null) return lifted;
  const leftInterval = interval(left);
  const rightInterval = interval(right);
  if (leftInterval !== null && rightInterval !== null)
    return onIntervals(operator, leftInterval, rightInterval);
  const leftItems = itemsOf(left);
  const rightItems = itemsOf(right);
  if (operator === '+' && leftItems !== null && rightItems !== null) {
    return sure({ kind: 'list', items: [...leftItems, ...rightItems] });
  }
  return unsure();
}

export function negative(value: Value): Outcome | null {
  const range = value.kind === 'range' ? value : null;
  return range === null ? null : between([-range.max, -range.min], range.type);
}
