import { valueAt } from '../path';
import type { Json, JsonObject } from '../../kit/json';
import { boundsOf, type Known } from '../values';
import type { DecidedField } from './decide';
import { sameJson } from './failure';
import { exact, fromKnown, joinValues, sure, toKnown } from '../range/value';

/** What a reason allows of a field, where it states something that does not hold. */
export type Allowed = Pick<DecidedField, 'path' | 'known'>;

/** An optional field that was left out says as much as null. */
export function agrees(known: Known, said: Json | undefined): boolean {
  switch (known.kind) {
    case 'value':
      return sameJson(known.value, said ?? null);
    case 'range':
      return typeof said === 'number' && said >= known.min - 1e-9 && said <= known.max + 1e-9;
    case 'one-of':
      return known.values.some((value) => sameJson(value, said ?? null));
    default:
      return false;
  }
}

/**
 * Fields whose score and reason cannot both be right: from the claimed score to what the reason allows, as far as facts leave it
 * open. Where facts settle a field, or speak against the claim, theirs is the word.
 */
export function openScores(
  allowed: readonly Allowed[],
  output: JsonObject,
  decided: readonly DecidedField[],
): DecidedField[] {
  return [...new Set(allowed.map(({ path }) => path))].flatMap((path): DecidedField[] => {
    const said = valueAt(output, path);
    if (said === undefined) return [];
    const ways = allowed.flatMap((one) =>
      one.path === path && !agrees(one.known, said) ? (fromKnown(one.known) ?? []) : [],
    );
    const open = toKnown(sure(ways.reduce(joinValues, exact(said))));
    const rule = decided.find((one) => one.path === path && one.compare && one.severity === 'error');
    const facts = rule && rule.known.kind !== 'undecided' ? rule.known : null;
    const known = facts === null ? open : agrees(facts, said) ? within(open, facts) : null;
    return known === null || known.kind === 'value'
      ? []
      : [{ path, known, severity: 'error', compare: true }];
  });
}

/** Null where facts leave no two of the numbers. */
function within(open: Known, facts: Known): Known | null {
  const { min = 0, max = 0 } = boundsOf(open) ?? {};
  const { min: low = max, max: high = min } = boundsOf(facts) ?? {};
  const range = { min: Math.max(min, low), max: Math.min(max, high) };
  return range.min < range.max ? { kind: 'range', ...range } : null;
}
