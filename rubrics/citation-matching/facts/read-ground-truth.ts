import { isJsonObject, type Json } from '../../../src/kit/json';
import type { Candidate } from './candidate';
import { given, parseJson, read, unreadable, type Reading } from './reading';
import {
  namesDecision,
  resolveNamed,
  resolveNumber,
  resolveText,
  type NamedDecision,
} from './resolve-decision';

/** What the case says the right answer is: nothing, "no candidate", or a decision. */
export type GroundTruth =
  { kind: 'not-given' } | { kind: 'no-match' } | ({ kind: 'decision' } & NamedDecision);

const NO_MATCH = /^no[_\s-]?match$/i;

export function readGroundTruth(
  source: string | undefined,
  candidates: readonly Candidate[],
): Reading<GroundTruth> {
  const text = given(source);
  if (text === null) return read({ kind: 'not-given' });
  const json = parseJson(text);
  return isJsonObject(json)
    ? readObject(json, candidates)
    : readPlain(typeof json === 'string' ? json : text, candidates);
}

function readPlain(text: string, candidates: readonly Candidate[]): Reading<GroundTruth> {
  if (NO_MATCH.test(text)) return read({ kind: 'no-match' });
  const isNumber = /^(?:candidate\s+)?\d+$/i.test(text);
  return asTruth(isNumber ? resolveNumber(text, candidates) : resolveText(text, candidates));
}

function readObject(json: { [key: string]: Json }, candidates: readonly Candidate[]): Reading<GroundTruth> {
  const saysNoMatch = json['no_match'] === true;
  if (saysNoMatch && namesDecision(json)) return unreadable(({ problems }) => problems.truthBoth);
  if (saysNoMatch) return read({ kind: 'no-match' });
  const values = ['candidate', 'ecli', 'decision_id'].map((key) => json[key]);
  if (values.some((value) => typeof value === 'string' && NO_MATCH.test(value)))
    return read({ kind: 'no-match' });
  return asTruth(resolveNamed(json, candidates));
}

function asTruth(named: Reading<NamedDecision>): Reading<GroundTruth> {
  if (named.ok) return read({ kind: 'decision', ...named.value });
  return unreadable((say) => say.problems.truthShape(named.problem(say)));
}
