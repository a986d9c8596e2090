import type { Known } from '../values';
import { toJson, failureOf, type Failure } from '../program/failure';

/**
 * What can be said of a value before every field is decided. Exact values are CEL's own run-time values, so a whole
 * number from a literal is a bigint and one from JSON is a number.
 */
export type Value =
  | { kind: 'exact'; value: unknown }
  | { kind: 'choice'; values: readonly unknown[] }
  | { kind: 'range'; min: number; max: number; type: NumberType }
  | { kind: 'list'; items: readonly Item[] }
  | { kind: 'map'; entries: ReadonlyMap<string, Entry> }
  | { kind: 'unknown' };

export type NumberType = 'int' | 'double' | 'either';

/** An item that is not certain may be missing: a filter could not tell. */
export interface Item {
  value: Value;
  certain: boolean;
}

/** `undecided`: it will be there, nobody has said what. `maybe`: it may also be left out. */
export interface Entry {
  outcome: Outcome;
  presence: 'yes' | 'undecided' | 'maybe';
}

/** Both set: it depends on undecided fields whether there is a value at all. Value null: it fails in any case. */
export interface Outcome {
  value: Value | null;
  failure: Failure | null;
}

export const largestChoice = 12;
export const unknown: Value = { kind: 'unknown' };
export const either: Value = { kind: 'choice', values: [true, false] };
const mayFail: Failure = { message: 'this depends on a field that nobody decided' };

export const exact = (value: unknown): Value => ({ kind: 'exact', value });
export const sure = (value: Value): Outcome => ({ value, failure: null });
export const exactly = (value: unknown): Outcome => sure(exact(value));
export const failed = (failure: Failure): Outcome => ({ value: null, failure });
/** Nothing is known, not even that there will be a value. */
export const unsure = (value: Value = unknown): Outcome => ({ value, failure: mayFail });

export function sameExact(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => sameExact(item, right[index]));
  }
  const rightEntries = new Map(Object.entries(right));
  const leftEntries = Object.entries(left);
  return (
    leftEntries.length === rightEntries.size &&
    leftEntries.every(([key, value]) => rightEntries.has(key) && sameExact(value, rightEntries.get(key)))
  );
}

/** Runs `next` on the value, if there can be one, and keeps the chance of failure that was there before. */
export function andThen(outcome: Outcome, next: (value: Value) => Outcome): Outcome {
  if (outcome.value === null) return outcome;
  const result = next(outcome.value);
  return outcome.failure === null
    ? result
    : { value: result.value, failure: result.failure ?? outcome.failure };
}

/** The same for several operands, all of which are needed. */
export function thenAll(outcomes: readonly Outcome[], next: (values: Value[]) => Outcome): Outcome {
  const values: Value[] = [];
  let failure: Failure | null = null;
  for (const outcome of outcomes) {
    if (outcome.value === null) return outcome;
    values.push(outcome.value);
    failure ??= outcome.failure;
  }
  const result = next(values);
  return { value: result.value, failure: result.failure ?? failure };
}

export function listOf(items: readonly Item[]): Value {
  const values: unknown[] = [];
  for (const { value, certain } of items) {
    if (!certain || value.kind !== 'exact') return { kind: 'list', items };
    values.push(value.value);
  }
  return exact(values);
}

export function itemsOf(value: Value): readonly Item[] | null {
  if (value.kind === 'list') return value.items;
  if (value.kind !== 'exact' || !Array.isArray(value.value)) return null;
  return value.value.map((item: unknown) => ({ value: exact(item), certain: true }));
}

/** As `derived` hands it on: every number is a JSON number, so its integer type is gone. */
export function throughJson(outcome: Outcome): Outcome {
  return andThen(outcome, (value): Outcome => {
    try {
      switch (value.kind) {
        case 'exact':
          return exactly(toJson(value.value));
        case 'choice':
          return sure({ kind: 'choice', values: value.values.map(toJson) });
        case 'range':
          return sure({ ...value, type: 'double' });
        case 'list': {
          const items = value.items.map((item) => throughJson(sure(item.value)));
          return thenAll(items, (values) =>
            sure(
              listOf(
                values.map((inner, index) => ({
                  value: inner,
                  certain: value.items[index]?.certain ?? false,
                })),
              ),
            ),
          );
        }
        case 'map':
        case 'unknown':
          return unsure();
      }
    } catch (error) {
      return value.kind === 'choice' ? unsure() : failed(failureOf(error));
    }
  });
}

/** What a person is told. A value that may also fail is undecided. */
export function toKnown(outcome: Outcome): Known {
  const { value, failure } = throughJson(outcome);
  if (value === null) return { kind: 'error', message: failure?.message ?? 'no value' };
  if (failure !== null) return { kind: 'undecided' };
  switch (value.kind) {
    case 'exact':
      return { kind: 'value', value: toJson(value.value) };
    case 'choice': {
      const numbers = value.values.filter((item) => typeof item === 'number');
      if (numbers.length === value.values.length) {
        return { kind: 'range', min: Math.min(...numbers), max: Math.max(...numbers) };
      }
      if (value.values.every((item) => typeof item === 'boolean')) return { kind: 'undecided' };
      return { kind: 'one-of', values: value.values.map(toJson) };
    }
    case 'range':
      return Number.isFinite(value.min) && Number.isFinite(value.max)
        ? { kind: 'range', min: value.min, max: value.max }
        : { kind: 'undecided' };
    default:
      return { kind: 'undecided' };
  }
}

export function fromKnown(known: Known): Outcome {
  switch (known.kind) {
    case 'value':
      return exactly(known.value);
    case 'range':
      return sure({ kind: 'range', min: known.min, max: known.max, type: 'double' });
    case 'one-of':
      return sure({ kind: 'choice', values: known.values });
    case 'undecided':
      return unsure();
    case 'error':
      return failed({ message: known.message });
  }
}

/** A run-time value that is not what the expression must give here. */
export function wrongType(expected: string, got: Value): Failure {
  const value = got.kind === 'exact' ? got.value : undefined;
  const name = got.kind === 'exact' ? (value === null ? 'null' : typeof value) : `a ${got.kind} of values`;
  return { message: `expected ${expected}, got ${name}` };
}

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
