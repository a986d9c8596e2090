import type { Ecli } from '../belgium/ecli';
import type { Court } from '../belgium/court';
import { sameCourt } from '../belgium/same-court';
import type { Citation } from './citation';
import type { Comparison } from './compare-candidate';
import { ecliAgainstCourt } from './ecli-against-court';
import { readDate } from './read-date';
import type { Say } from './words';

/** Where an ECLI says another court or another day than the words beside it, or is no ECLI at all. */
export interface EcliConflicts {
  cited: Say[];
  byCandidate: Map<number, Say[]>;
}

export function findEcliConflicts(citation: Citation, comparisons: readonly Comparison[]): EcliConflicts {
  const cited =
    citation.ecliText === null
      ? []
      : conflictsOf((say) => say.citedEcli, citation.ecli, citation.court, citation.date);
  const byCandidate = new Map<number, Say[]>();
  for (const { candidate, ecli, court } of comparisons) {
    if (candidate.ecli === null) continue;
    const name: Say = (say) => say.ecliOf(candidate.number);
    const date = candidate.date === null ? null : readDate(candidate.date.text);
    const own = conflictsOf(name, ecli, candidate.court === null ? null : court, date);
    byCandidate.set(candidate.number, [...own, ...againstCited(name, ecli, citation.ecli)]);
  }
  return { cited, byCandidate };
}

function conflictsOf(name: Say, ecli: Ecli | null, court: Court | null, date: string | null): Say[] {
  if (ecli === null) return [(say) => say.malformed(name(say))];
  const conflicts: Say[] = [];
  const conflict = ecliAgainstCourt(ecli, court);
  if (conflict === 'foreign') {
    conflicts.push((say) => say.foreign(name(say), ecli.country));
  } else if (conflict === 'other-court') {
    conflicts.push((say) => say.otherCourt(name(say), ecli.courtCode));
  }
  const said = ecli.date ?? String(ecli.year);
  if (date !== null && !date.startsWith(said)) conflicts.push((say) => say.otherDate(name(say), said, date));
  return conflicts;
}

function againstCited(name: Say, ecli: Ecli | null, cited: Ecli | null): Say[] {
  if (ecli === null || cited === null) return [];
  const conflicts: Say[] = [];
  const differ = (own: string, other: string) =>
    conflicts.push((say) => say.unlikeCited(name(say), own, other));
  if (ecli.country !== cited.country) differ(ecli.country, cited.country);
  // One court may have a French and a Dutch code, so codes are compared by the courts they stand for.
  const relation = ecli.court !== null && cited.court !== null ? sameCourt(cited.court, ecli.court) : 'same';
  if (relation === 'different-type' || relation === 'different-place')
    differ(ecli.courtCode, cited.courtCode);
  if (ecli.year !== cited.year) differ(String(ecli.year), String(cited.year));
  return conflicts;
}
