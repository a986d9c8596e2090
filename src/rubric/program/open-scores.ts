import { valueAt, type Path } from '../path';
import type { Json, JsonObject } from '../../kit/json';
import { boundsOf, type Known } from '../values';
import type { DecidedField } from './decide';
import { sameJson } from './failure';

/** What a reason allows of a field, where it states something that does not hold. */
export interface Allowed {
  path: Path;
  known: Known;
}

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
    const claim: Known = { kind: 'value', value: said };
    const open = allowed
      .filter((one) => one.path === path && !agrees(one.known, said))
      .reduce<Known>((all, { known }) => joined(all, known), claim);
    const facts = decided.find((rule) => rule.path === path && rule.compare && rule.severity === 'error');
    const known = facts && facts.known.kind !== 'undecided' ? common(open, facts.known) : open;
    return known === null || known.kind === 'value'
      ? []
      : [{ path, known, severity: 'error', compare: true }];
  });
}

function joined(one: Known, other: Known): Known {
  const [left, right] = [boundsOf(one), boundsOf(other)];
  if (left && right)
    return { kind: 'range', min: Math.min(left.min, right.min), max: Math.max(left.max, right.max) };
  const values = [...valuesOf(one), ...valuesOf(other)];
  return values.length > valuesOf(one).length ? { kind: 'one-of', values } : one;
}

/** Null where nothing, or only one value, is left. */
function common(open: Known, facts: Known): Known | null {
  const [left, right] = [boundsOf(open), boundsOf(facts)];
  if (left && right) {
    const min = Math.max(left.min, right.min);
    const max = Math.min(left.max, right.max);
    return min < max ? { kind: 'range', min, max } : null;
  }
  const values = valuesOf(open).filter((value) => agrees(facts, value));
  return values.length > 1 ? { kind: 'one-of', values } : null;
}

function valuesOf(known: Known): Json[] {
  return known.kind === 'value' ? [known.value] : known.kind === 'one-of' ? known.values : [];
}
