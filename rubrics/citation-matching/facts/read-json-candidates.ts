import { isJsonObject, type Json, type JsonObject } from '../../../src/kit/json';
import { emptyCandidate, FIELD_OF_KEY, type Candidate, type Located } from './candidate';
import { given, read, unreadable, type Reading } from './reading';

/** Candidates from a parsed JSON array; `source` is the text it was parsed from, for the places. */
export function readJsonCandidates(list: Json[], source: string): Reading<Candidate[]> {
  const candidates: Candidate[] = [];
  let cursor = 0;
  for (const [index, item] of list.entries()) {
    const number = index + 1;
    if (!isJsonObject(item)) {
      return unreadable(({ problems }) => problems.candidateShape(number));
    }
    const result = readCandidate(item, number, source, cursor);
    if (!result.ok) return result;
    candidates.push(result.value.candidate);
    cursor = result.value.end;
  }
  return read(candidates);
}

function readCandidate(
  item: JsonObject,
  number: number,
  source: string,
  from: number,
): Reading<{ candidate: Candidate; end: number }> {
  const candidate = emptyCandidate(number);
  let cursor = from;
  for (const [key, value] of Object.entries(item)) {
    cursor = endOfKey(source, key, cursor);
    const field = FIELD_OF_KEY.get(key);
    if (field === undefined || value === null) continue;
    const isNumber = typeof value === 'number' && (field === 'id' || field === 'rolNumber');
    if (typeof value !== 'string' && !isNumber) {
      return unreadable(({ problems }) => problems.candidateField(number, key, JSON.stringify(value)));
    }
    const located = locate(source, value, cursor);
    if (located === null) continue;
    candidate[field] = located;
    cursor = located.at?.end ?? cursor;
  }
  return read({ candidate, end: cursor });
}

function endOfKey(source: string, key: string, from: number): number {
  const quoted = JSON.stringify(key);
  for (let at = source.indexOf(quoted, from); at >= 0; at = source.indexOf(quoted, at + 1)) {
    const end = at + quoted.length;
    if (/^\s*:/.test(source.slice(end, end + 20))) return end;
  }
  return from;
}

function locate(source: string, value: string | number, from: number): Located | null {
  const text = given(String(value));
  if (text === null) return null;
  const start = source.indexOf(text, from);
  // A value written with escapes does not stand in the source letter by letter: it has no place to show.
  return { text, at: start < 0 ? null : { start, end: start + text.length } };
}
