import type { Ecli } from '../belgium/ecli';
import type { Court } from '../belgium/court';
import { sameCourt } from '../belgium/same-court';
import type { Citation } from './citation';
import type { Comparison } from './compare-candidate';
import { ecliAgainstCourt } from './ecli-against-court';
import { readDate } from './read-date';

/** Where an ECLI says another court or another day than the words beside it, or is no ECLI at all. In plain words. */
export interface EcliConflicts {
  cited: string[];
  byCandidate: Map<number, string[]>;
}

export function findEcliConflicts(citation: Citation, comparisons: readonly Comparison[]): EcliConflicts {
  const cited =
    citation.ecliText === null
      ? []
      : conflictsOf('The cited ECLI', citation.ecli, citation.court, citation.date);
  const byCandidate = new Map<number, string[]>();
  for (const { candidate, ecli, court } of comparisons) {
    if (candidate.ecli === null) continue;
    const name = `The ECLI of candidate ${candidate.number}`;
    const date = candidate.date === null ? null : readDate(candidate.date.text);
    const own = conflictsOf(name, ecli, candidate.court === null ? null : court, date);
    byCandidate.set(candidate.number, [...own, ...againstCited(name, ecli, citation.ecli)]);
  }
  return { cited, byCandidate };
}

function conflictsOf(name: string, ecli: Ecli | null, court: Court | null, date: string | null): string[] {
  if (ecli === null) return [`${name} is not a well-formed ECLI.`];
  const conflicts: string[] = [];
  const conflict = ecliAgainstCourt(ecli, court);
  if (conflict === 'foreign') {
    conflicts.push(`${name} has the country code ${ecli.country}, the court named is Belgian.`);
  } else if (conflict === 'other-court') {
    conflicts.push(
      `${name} has the court code ${ecli.courtCode}, which is another court than the one named.`,
    );
  }
  const said = ecli.date ?? String(ecli.year);
  if (date !== null && !date.startsWith(said)) conflicts.push(`${name} says ${said}, the date says ${date}.`);
  return conflicts;
}

function againstCited(name: string, ecli: Ecli | null, cited: Ecli | null): string[] {
  if (ecli === null || cited === null) return [];
  const conflicts: string[] = [];
  if (ecli.country !== cited.country) {
    conflicts.push(`${name} has the country code ${ecli.country}, the cited one ${cited.country}.`);
  }
  // One court may have a French and a Dutch code, so codes are compared by the courts they stand for.
  const relation = ecli.court !== null && cited.court !== null ? sameCourt(cited.court, ecli.court) : 'same';
  if (relation === 'different-type' || relation === 'different-place') {
    conflicts.push(`${name} has the court code ${ecli.courtCode}, the cited one ${cited.courtCode}.`);
  }
  if (ecli.year !== cited.year) conflicts.push(`${name} says ${ecli.year}, the cited one ${cited.year}.`);
  return conflicts;
}
