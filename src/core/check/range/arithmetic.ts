import { exact, itemsOf, sure, unsure, type NumberType, type Outcome, type Value } from './abstract';
import { applyBinary } from './apply';
import { interval, lift, type Interval } from './join';

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
