import { isJsonObject, type Json, type JsonObject } from '../../../src/kit/json';
import type { Candidate } from './candidate';
import { statedConfidence, toPercent, type StatedConfidence } from './read-confidence';
import { given, parseJson, read, unreadable, type Reading } from './reading';
import { namesDecision, resolveNamed, type NamedDecision } from './resolve-decision';
import type { Say } from './words';

export interface Match extends NamedDecision {
  /** On the rubric's scale of 0 to 100; null where the model stated none. */
  confidence: number | null;
  reasoning: string;
}

/** What the judged model answered. Its matches stand in rank order. */
export type ModelAnswer =
  { kind: 'matches'; top: Match; others: Match[] } | { kind: 'no-match'; reason: string };

export function readModelOutput(source: string, candidates: readonly Candidate[]): Reading<ModelAnswer> {
  const output = parseJson(source);
  if (!isJsonObject(output)) return unreadable(({ problems }) => problems.outputShape);
  const list = matchList(output);
  if (!list.ok) return list;
  const reason = output['no_match_reason'];
  const reasonText = typeof reason === 'string' ? given(reason) : null;
  if (list.value.length === 0) {
    const saysNothing = reasonText === null && !Array.isArray(output['matches']);
    if (saysNothing) return unreadable(({ problems }) => problems.outputEmpty);
    return read({ kind: 'no-match', reason: reasonText ?? textAt(output, 'reasoning') });
  }
  if (reasonText !== null) return unreadable(({ problems }) => problems.outputBoth);
  return readMatches(list.value, textAt(output, 'reasoning'), candidates);
}

/** The entries of `matches`; an output that itself names one decision is its only match. */
function matchList(output: JsonObject): Reading<Json[]> {
  const matches = output['matches'];
  if (Array.isArray(matches)) return read(matches);
  if (matches !== undefined && matches !== null) return unreadable(({ problems }) => problems.matchesShape);
  return read(namesDecision(output) ? [output] : []);
}

function readMatches(
  list: Json[],
  sharedReasoning: string,
  candidates: readonly Candidate[],
): Reading<ModelAnswer> {
  const matches: Omit<Match, 'confidence'>[] = [];
  const stated: (StatedConfidence | null)[] = [];
  for (const [index, item] of list.entries()) {
    const inMatch = (problem: Say) => unreadable((say) => say.problems.inMatch(index + 1, problem(say)));
    if (!isJsonObject(item)) return inMatch(({ problems }) => problems.matchShape);
    const named = resolveNamed(item, candidates);
    if (!named.ok) return inMatch(named.problem);
    const confidence = statedConfidence(item);
    if (!confidence.ok) return inMatch(confidence.problem);
    const reasoning = textAt(item, 'reasoning') || sharedReasoning;
    matches.push({ ...named.value, reasoning });
    stated.push(confidence.value);
  }
  const confidences = toPercent(stated);
  if (!confidences.ok) return confidences;
  const [top, ...others] = matches.map((match, at) => ({
    ...match,
    confidence: confidences.value[at] ?? null,
  }));
  return top === undefined
    ? unreadable(({ problems }) => problems.noMatches)
    : read({ kind: 'matches', top, others });
}

function textAt(object: JsonObject, key: string): string {
  const value = object[key];
  return typeof value === 'string' ? value.trim() : '';
}
