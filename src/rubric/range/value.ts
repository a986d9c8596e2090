import type { Known } from '../values';
import { toJson, failureOf, type Failure } from '../program/failure';

/** What can be said of a value. Exact ones are CEL's own: a whole number from a literal is a bigint, one from JSON a number. */
export type Value =
  | { kind: 'exact'; value: unknown }
  | { kind: 'choice'; values: readonly unknown[] }
  | ({ kind: 'range' } & Interval)
  | { kind: 'list'; items: readonly Item[] }
  | { kind: 'map'; entries: ReadonlyMap<string, Entry> }
  | { kind: 'unknown' };

export interface Interval {
  min: number;
  max: number;
  type: NumberType;
}

export type NumberType = 'int' | 'double' | 'either';

/** An item that is not certain may be missing: a filter could not tell. */
export interface Item {
  value: Value;
  certain: boolean;
}

/** `undecided`: it will be there, its value is open. `maybe`: it may also be left out. */
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
const mayFail: Failure = { message: 'this depends on an undecided field' };

export const exact = (value: unknown): Value => ({ kind: 'exact', value });
export const sure = (value: Value): Outcome => ({ value, failure: null });
export const exactly = (value: unknown): Outcome => sure(exact(value));
export const failed = (failure: Failure): Outcome => ({ value: null, failure });
/** Nothing is known, not even that there will be a value. */
export const unsure = (value: Value = unknown): Outcome => ({ value, failure: mayFail });

/** The same for equal values of one type only: 1 and 1n are different values to CEL. */
function identity(value: unknown): string {
  if (typeof value === 'number') return `number ${value}`;
  const text = JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));
  return `${typeof value} ${text}`;
}

/** Runs `next` on the value, if there can be one, and keeps the chance of failure that was there before. */
export function andThen(outcome: Outcome, next: (value: Value) => Outcome): Outcome {
  if (outcome.value === null) return outcome;
  const result = next(outcome.value);
  return { value: result.value, failure: result.failure ?? outcome.failure };
}

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
  const values = items.flatMap(({ value, certain }) =>
    certain && value.kind === 'exact' ? [value.value] : [],
  );
  return values.length === items.length ? exact(values) : { kind: 'list', items };
}

export function itemsOf(value: Value): readonly Item[] | null {
  if (value.kind === 'list') return value.items;
  if (value.kind !== 'exact' || !Array.isArray(value.value)) return null;
  return value.value.map((item: unknown) => ({ value: exact(item), certain: true }));
}

/** As `derived` hands it on: every number is a JSON number, so its integer type is lost. */
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
        case 'list':
          return thenAll(
            value.items.map((item) => throughJson(sure(item.value))),
            (values) =>
              sure(listOf(value.items.map((item, index) => ({ ...item, value: values[index] ?? unknown })))),
          );
        default:
          return unsure();
      }
    } catch (error) {
      return value.kind === 'choice' ? unsure() : failed(failureOf(error));
    }
  });
}

/** What a person reads. A value that may also fail is undecided. */
export function toKnown(outcome: Outcome): Known {
  const { value, failure } = throughJson(outcome);
  if (value === null) return { kind: 'error', message: failure?.message ?? 'no value' };
  if (failure !== null) return { kind: 'undecided' };
  if (value.kind === 'exact') return { kind: 'value', value: toJson(value.value) };
  const numbers = interval(value);
  if (numbers !== null) {
    const { min, max } = numbers;
    return Number.isFinite(min) && Number.isFinite(max) ? { kind: 'range', min, max } : { kind: 'undecided' };
  }
  if (value.kind !== 'choice' || value.values.every((item) => typeof item === 'boolean'))
    return { kind: 'undecided' };
  return { kind: 'one-of', values: value.values.map(toJson) };
}

export function fromKnown(known: Known): Value | null {
  switch (known.kind) {
    case 'value':
      return exact(known.value);
    case 'range':
      return { ...known, type: 'double' };
    case 'one-of':
      return { kind: 'choice', values: known.values };
    default:
      return null;
  }
}

export function wrongType(expected: string, got: Value): Failure {
  if (got.kind !== 'exact') return { message: `expected ${expected}, got a ${got.kind} of values` };
  return { message: `expected ${expected}, got ${got.value === null ? 'null' : typeof got.value}` };
}

export function choices(value: Value): readonly unknown[] | null {
  if (value.kind === 'exact') return [value.value];
  return value.kind === 'choice' ? value.values : null;
}

/** The numbers a value lies between, or null where it may be something else. */
export function interval(value: Value): Interval | null {
  if (value.kind === 'range') return value;
  const values = choices(value) ?? [];
  const numbers: number[] = [];
  for (const item of values) {
    const number = typeof item === 'bigint' || typeof item === 'number' ? Number(item) : NaN;
    if (Number.isNaN(number) || (typeof item === 'bigint' && !Number.isSafeInteger(number))) return null;
    numbers.push(number);
  }
  if (numbers.length === 0) return null;
  const ints = values.filter((item) => typeof item === 'bigint').length;
  const type = ints === 0 ? 'double' : ints === values.length ? 'int' : 'either';
  return { min: Math.min(...numbers), max: Math.max(...numbers), type };
}

/** Beyond this a whole number may overflow or lose digits on its way through a double. */
const safe = Number.MAX_SAFE_INTEGER;

export function between(ends: readonly number[], type: NumberType): Outcome {
  const min = Math.min(...ends);
  const max = Math.max(...ends);
  if (Number.isNaN(min)) return unsure();
  if (type !== 'double' && (min < -safe || max > safe)) return unsure();
  if (min === max && type !== 'either') return exactly(type === 'int' ? BigInt(min) : min);
  return sure({ kind: 'range', min, max, type });
}

export function joinValues(left: Value, right: Value): Value {
  const leftChoices = choices(left);
  const rightChoices = choices(right);
  if (leftChoices !== null && rightChoices !== null) {
    const known = new Set(leftChoices.map(identity));
    const added = rightChoices.filter((item) => !known.has(identity(item)));
    if (added.length === 0) return left;
    const values = [...leftChoices, ...added];
    if (values.length <= largestChoice) return { kind: 'choice', values };
  }
  const [one, other] = [interval(left), interval(right)];
  if (one === null || other === null) return unknown;
  return {
    kind: 'range',
    min: Math.min(one.min, other.min),
    max: Math.max(one.max, other.max),
    type: one.type === other.type ? one.type : 'either',
  };
}

export function join(outcomes: readonly Outcome[]): Outcome {
  return outcomes.reduce((left, right) => {
    const failure = left.failure ?? right.failure;
    if (left.value === null || right.value === null) return { value: left.value ?? right.value, failure };
    return { value: joinValues(left.value, right.value), failure };
  });
}
