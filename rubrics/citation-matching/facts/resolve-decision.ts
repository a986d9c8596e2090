import type { Json, JsonObject } from '../../../src/kit/json';
import { eclisEqual, parseEcli } from '../belgium/ecli';
import type { Candidate } from './candidate';
import { read, unreadable, type Reading } from './reading';

/** A decision somebody named: one of the candidates, or an ECLI that stands on none of them. */
export interface NamedDecision {
  candidate: Candidate | null;
  ecli: string | null;
}

const NAMING_KEYS = ['candidate', 'ecli', 'decision_id'];

export function namesDecision(object: JsonObject): boolean {
  return NAMING_KEYS.some((key) => object[key] !== undefined && object[key] !== null);
}

/** The decision that an object names by `candidate`, `ecli` or `decision_id`; several keys must agree. */
export function resolveNamed(object: JsonObject, candidates: readonly Candidate[]): Reading<NamedDecision> {
  let found: NamedDecision | null = null;
  for (const key of NAMING_KEYS) {
    const name = object[key];
    if (name === undefined || name === null) continue;
    const result = key === 'candidate' ? resolveNumber(name, candidates) : resolveText(name, candidates);
    if (!result.ok) return result;
    if (found !== null && !isSameDecision(found, result.value)) {
      return unreadable(({ problems }) => problems.twoDecisions(JSON.stringify(object)));
    }
    found ??= result.value;
  }
  return found === null ? unreadable(({ problems }) => problems.noDecision) : read(found);
}

export function isSameDecision(a: NamedDecision, b: NamedDecision): boolean {
  if (a.candidate !== null || b.candidate !== null) return a.candidate?.number === b.candidate?.number;
  return a.ecli !== null && b.ecli !== null && eclisEqual(a.ecli, b.ecli);
}

/** A candidate by its number in the list: `2`, `"2"` or `"candidate 2"`. */
export function resolveNumber(name: Json, candidates: readonly Candidate[]): Reading<NamedDecision> {
  const digits = /^\s*(?:candidate\s+)?(\d+)\s*$/i.exec(
    typeof name === 'number' ? String(name) : textOf(name),
  );
  const number = digits ? Number(digits[1]) : NaN;
  const candidate = candidates.find((c) => c.number === number);
  if (candidate === undefined) {
    return unreadable(({ problems }) => problems.badCandidate(JSON.stringify(name), candidates.length));
  }
  return read({ candidate, ecli: candidate.ecli?.text ?? null });
}

/** A candidate by its ECLI or its id. A well-formed ECLI that no candidate bears is a decision outside the list. */
export function resolveText(name: Json, candidates: readonly Candidate[]): Reading<NamedDecision> {
  const text = (typeof name === 'number' ? String(name) : textOf(name)).trim();
  const candidate = candidates.find(
    (c) => (c.ecli !== null && isSameEcli(c.ecli.text, text)) || (c.id !== null && c.id.text === text),
  );
  if (candidate !== undefined) return read({ candidate, ecli: candidate.ecli?.text ?? null });
  if (parseEcli(text) !== null) return read({ candidate: null, ecli: text });
  return unreadable(({ problems }) => problems.badDecision(JSON.stringify(name)));
}

function isSameEcli(a: string, b: string): boolean {
  return a === b || eclisEqual(a, b);
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : '';
}
