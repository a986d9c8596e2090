import type { Court } from '../belgium/court';
import type { Ecli } from '../belgium/ecli';
import { sameCourt } from '../belgium/same-court';

/** `foreign`: another country's ECLI beside a Belgian court. `other-court`: the court code is that of another court. */
export type CourtConflict = 'foreign' | 'other-court';

/** Whether an ECLI can be that of a decision of this court. A code that is in no table is no conflict. */
export function ecliAgainstCourt(ecli: Ecli | null, court: Court | null): CourtConflict | null {
  if (ecli === null || court === null) return null;
  if (ecli.country !== 'BE' && !court.international) return 'foreign';
  if (ecli.court === null) return null;
  // A generic court name agrees with any place, so it is held against the ECLI's court and not the other way round.
  const relation = sameCourt(court, ecli.court);
  return relation === 'different-type' || relation === 'different-place' ? 'other-court' : null;
}
