import {
  itemsOf,
  largestChoice,
  sameExact,
  unknown,
  unsure,
  type NumberType,
  type Outcome,
  type Value,
} from './abstract';

export interface Interval {
  min: number;
  max: number;
  type: NumberType;
}

/** The values of a finite value. */
export function choices(value: Value): readonly unknown[] | null {
  if (value.kind === 'exact') return [value.value];
  return value.kind === 'choice' ? value.values : null;
}

function sameType(left: NumberType, right: NumberType): NumberType {
  return left === right ? left : 'either';
}

/** The numbers a value lies between, or null where it may be something else. */
export function interval(value: Value): Interval | null {
  if (value.kind === 'range') return value;
  const values = choices(value);
  if (values === null) return null;
  let hull: Interval | null = null;
  for (const item of values) {
    if (typeof item !== 'bigint' && typeof item !== 'number') return null;
    const number = Number(item);
    if (Number.isNaN(number) || (typeof item === 'bigint' && !Number.isSafeInteger(number))) return null;
    const type = typeof item === 'bigint' ? 'int' : 'double';
    hull =
      hull === null
        ? { min: number, max: number, type }
        : {
            min: Math.min(hull.min, number),
            max: Math.max(hull.max, number),
            type: sameType(hull.type, type),
          };
  }
  return hull;
}

export function joinValues(left: Value, right: Value): Value {
  const leftChoices = choices(left);
  const rightChoices = choices(right);
  if (leftChoices !== null && rightChoices !== null) {
    const added = rightChoices.filter((item) => !leftChoices.some((known) => sameExact(known, item)));
    if (added.length === 0) return left;
    const values = [...leftChoices, ...added];
    if (values.length <= largestChoice) return { kind: 'choice', values };
  }
  const leftInterval = interval(left);
  const rightInterval = interval(right);
  if (leftInterval !== null && rightInterval !== null) {
    return {
      kind: 'range',
      min: Math.min(leftInterval.min, rightInterval.min),
      max: Math.max(leftInterval.max, rightInterval.max),
      type: sameType(leftInterval.type, rightInterval.type),
    };
  }
  return joinLists(left, right) ?? unknown;
}

function joinLists(left: Value, right: Value): Value | null {
  const leftItems = itemsOf(left);
  const rightItems = itemsOf(right);
  if (leftItems === null || rightItems === null || leftItems.length !== rightItems.length) return null;
  const items = leftItems.map((item, index) => {
    const other = rightItems[index];
    return {
      value: joinValues(item.value, other?.value ?? unknown),
      certain: item.certain && (other?.certain ?? false),
    };
  });
  return items.every((item) => item.certain) ? { kind: 'list', items } : null;
}

/** Everything either outcome allows. */
export function join(left: Outcome, right: Outcome): Outcome {
  const failure = left.failure ?? right.failure;
  if (left.value === null) return { value: right.value, failure };
  if (right.value === null) return { value: left.value, failure };
  return { value: joinValues(left.value, right.value), failure };
}

const mostCombinations = 64;

/** Applies an exact operation to every combination of finite operands; null where they are too many or not finite. */
export function lift(values: readonly Value[], apply: (operands: unknown[]) => Outcome): Outcome | null {
  let combinations: unknown[][] = [[]];
  for (const value of values) {
    const options = choices(value);
    if (options === null || combinations.length * options.length > mostCombinations) return null;
    combinations =
      options.length === 1
        ? combinations.map((before) => [...before, options[0]])
        : combinations.flatMap((before) => options.map((option) => [...before, option]));
  }
  return combinations.map(apply).reduce((all, one) => join(all, one));
}

/** As `lift`, giving up where it cannot. */
export function liftOr(
  values: readonly Value[],
  apply: (operands: unknown[]) => Outcome,
  otherwise?: Value,
): Outcome {
  return lift(values, apply) ?? unsure(otherwise);
}
