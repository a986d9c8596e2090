import { eclisEqual } from '../belgium/ecli';
import type { Candidate } from './candidate';
import { readJsonCandidates } from './read-json-candidates';
import { readNumberedCandidates } from './read-numbered-candidates';
import { parseJson, read, unreadable, type Reading } from './reading';

/** The candidates, from a JSON array or from numbered lines. An empty list is a list: nothing was found to match. */
export function readCandidates(source: string): Reading<Candidate[]> {
  if (source.trim() === '') return unreadable(({ problems }) => problems.noList);
  const json = parseJson(source);
  if (json !== undefined && !Array.isArray(json)) {
    return unreadable(({ problems }) => problems.listJson);
  }
  const result = json === undefined ? readNumberedCandidates(source) : readJsonCandidates(json, source);
  return result.ok ? withoutTwins(result.value) : result;
}

/** Two candidates with one ECLI make a match by ECLI ambiguous, so the list is refused. */
function withoutTwins(candidates: Candidate[]): Reading<Candidate[]> {
  for (const [index, { ecli, number }] of candidates.entries()) {
    if (ecli === null) continue;
    const twin = candidates
      .slice(0, index)
      .find((other) => other.ecli && eclisEqual(other.ecli.text, ecli.text));
    if (twin) return unreadable(({ problems }) => problems.sameEcli(twin.number, number, ecli.text));
  }
  return read(candidates);
}
