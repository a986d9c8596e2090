import type { Json } from '../model/json';
import type { Known } from '../model/judgement';
import { jsonKey, sameJson } from './json-key';

/** How a value of A became one of B. */
export type ValueChange =
  | { kind: 'number'; from: number; to: number; delta: number }
  | { kind: 'label'; from: Json; to: Json }
  /** One of the two, or both, left it open. `clash`: what is known of the one rules out the other. */
  | { kind: 'certainty'; from: Known | null; to: Known | null; clash: boolean };

/** Null where both say the same. A field that a judgement does not have is null or undefined. */
export function changeBetween(a: Known | null | undefined, b: Known | null | undefined): ValueChange | null {
  if (a?.kind === 'value' && b?.kind === 'value') {
    if (sameJson(a.value, b.value)) return null;
    if (typeof a.value === 'number' && typeof b.value === 'number')
      return { kind: 'number', from: a.value, to: b.value, delta: deltaBetween(a.value, b.value) };
    return { kind: 'label', from: a.value, to: b.value };
  }
  const from = a ?? null;
  const to = b ?? null;
  if (saysTheSame(from, to)) return null;
  return { kind: 'certainty', from, to, clash: from !== null && to !== null && excludes(from, to) };
}

/** Two decided values that are not the same, or an open one that cannot become the other. */
export function isDisagreement(change: ValueChange | null): boolean {
  return change !== null && (change.kind !== 'certainty' || change.clash);
}

/** Free of what binary fractions add: from 0.1 to 0.4 it is 0.3. */
export function deltaBetween(from: number, to: number): number {
  const delta = to - from;
  const tidy = Number(delta.toFixed(9));
  return tidy === 0 ? delta : tidy;
}

function saysTheSame(a: Known | null, b: Known | null): boolean {
  if (a === null || b === null || a.kind !== b.kind) return a === b;
  if (a.kind === 'range' && b.kind === 'range') return a.min === b.min && a.max === b.max;
  if (a.kind === 'one-of' && b.kind === 'one-of') {
    const inA = new Set(a.values.map(jsonKey));
    const inB = new Set(b.values.map(jsonKey));
    return inA.size === inB.size && [...inA].every((key) => inB.has(key));
  }
  return true;
}

/** Whether no value fits both. What is undecided or broken rules nothing out. */
function excludes(a: Known, b: Known): boolean {
  const listA = listed(a);
  const listB = listed(b);
  if (listA && listB) return !listA.some((value) => listB.some((other) => sameJson(value, other)));
  if (listA && b.kind === 'range') return !listA.some((value) => isWithin(value, b));
  if (listB && a.kind === 'range') return !listB.some((value) => isWithin(value, a));
  return a.kind === 'range' && b.kind === 'range' && (a.max < b.min || b.max < a.min);
}

function listed(known: Known): readonly Json[] | null {
  if (known.kind === 'value') return [known.value];
  return known.kind === 'one-of' ? known.values : null;
}

function isWithin(value: Json, { min, max }: { min: number; max: number }): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}
