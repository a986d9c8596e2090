import { isJsonObject, type Json, type JsonObject } from '../../../src/core/model/json';
import type { Candidate } from './candidate';
import { given, parseJson, read, unreadable, type Reading } from './reading';
import { namesDecision, resolveNamed, type NamedDecision } from './resolve-decision';

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
  if (!isJsonObject(output)) return unreadable('Expected a JSON object with matches or no_match_reason.');
  const list = matchList(output);
  if (!list.ok) return list;
  const reason = output['no_match_reason'];
  const reasonText = typeof reason === 'string' ? given(reason) : null;
  if (list.value.length === 0) {
    const saysNothing = reasonText === null && !Array.isArray(output['matches']);
    if (saysNothing) return unreadable('Expected matches or no_match_reason: neither is given.');
    return read({ kind: 'no-match', reason: reasonText ?? textAt(output, 'reasoning') });
  }
  if (reasonText !== null) return unreadable('The output gives both matches and a no_match_reason.');
  return readMatches(list.value, textAt(output, 'reasoning'), candidates);
}

/** The entries of `matches`; an output that itself names one decision is its only match. */
function matchList(output: JsonObject): Reading<Json[]> {
  const matches = output['matches'];
  if (Array.isArray(matches)) return read(matches);
  if (matches !== undefined && matches !== null) return unreadable('Expected matches to be a list.');
  return read(namesDecision(output) ? [output] : []);
}

function readMatches(
  list: Json[],
  sharedReasoning: string,
  candidates: readonly Candidate[],
): Reading<ModelAnswer> {
  const matches: Match[] = [];
  for (const [index, item] of list.entries()) {
    const place = `Match ${index + 1}`;
    if (!isJsonObject(item)) return unreadable(`${place}: expected an object.`);
    const named = resolveNamed(item, candidates);
    if (!named.ok) return unreadable(`${place}: ${named.problem}`);
    const confidence = statedConfidence(item);
    if (!confidence.ok) return unreadable(`${place}: ${confidence.problem}`);
    const reasoning = textAt(item, 'reasoning') || sharedReasoning;
    matches.push({ ...named.value, confidence: confidence.value, reasoning });
  }
  const [top, ...others] = toHundred(matches);
  return top === undefined
    ? unreadable('Expected at least one match.')
    : read({ kind: 'matches', top, others });
}

function statedConfidence(item: JsonObject): Reading<number | null> {
  const stated = [item['confidence'], item['score']].filter((value) => value !== undefined && value !== null);
  for (const value of stated) {
    if (typeof value !== 'number' || value < 0 || value > 100) {
      return unreadable(`expected a confidence from 0 to 1 or from 0 to 100, got ${JSON.stringify(value)}.`);
    }
    if (value !== stated[0]) return unreadable('confidence and score are two different numbers.');
  }
  return read(typeof stated[0] === 'number' ? stated[0] : null);
}

/** An output in which no confidence is above 1 speaks in shares of 1; the rubric speaks in per cent. */
function toHundred(matches: Match[]): Match[] {
  const isShare = matches.every(({ confidence }) => confidence === null || confidence <= 1);
  return matches.map((match) => ({
    ...match,
    confidence:
      match.confidence === null ? null : rounded(isShare ? match.confidence * 100 : match.confidence),
  }));
}

/** 0.55 × 100 is a little more than 55 in binary fractions, and would break a ceiling it keeps. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function textAt(object: JsonObject, key: string): string {
  const value = object[key];
  return typeof value === 'string' ? value.trim() : '';
}
