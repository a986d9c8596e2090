import type { CourtClassification } from '../belgium/court';
import type { Comparison } from './compare-candidate';

/** The five ceilings, and the figures by which a judge's own words for each are known. */
export const CEILINGS = {
  'different-type': { max: 20, figures: ['15', '20'] },
  'different-place': { max: 55, figures: ['55'] },
  'number-unmatched': { max: 85, figures: ['85'] },
  'no-number': { max: 90, figures: ['90'] },
  generic: { max: 95, figures: ['95'] },
} as const;

export type CeilingId = keyof typeof CEILINGS;

/** From this confidence on, a match at a different court type is doubtful; above the ceiling it is wrong. */
export const DIFFERENT_TYPE_WARNING = 15;

export interface Ceilings {
  /** All that apply to the candidate, lowest first. */
  all: CeilingId[];
  lowest: CeilingId | null;
}

/** The ceilings on the confidence a candidate may be given, or null where court or number could not be compared. */
export function findCeilings(classification: CourtClassification, candidate: Comparison): Ceilings | null {
  const isNumberOpen = candidate.number === 'unknown' && candidate.ecliMatch !== 'exact';
  if (candidate.alignment === 'unknown' || (candidate.alignment === 'same' && isNumberOpen)) return null;
  const all = [courtCeiling(classification, candidate), numberCeiling(classification, candidate)]
    .filter((id) => id !== null)
    .toSorted((a, b) => CEILINGS[a].max - CEILINGS[b].max);
  return { all, lowest: all[0] ?? null };
}

function courtCeiling(classification: CourtClassification, { alignment }: Comparison): CeilingId | null {
  if (alignment === 'different-type') return 'different-type';
  if (alignment === 'different-place') return 'different-place';
  return classification === 'GENERIC' ? 'generic' : null;
}

function numberCeiling(classification: CourtClassification, candidate: Comparison): CeilingId | null {
  const { number, ecliMatch } = candidate;
  if (ecliMatch === 'exact' || number === 'exact' || number === 'fuzzy') return null;
  if (number === 'unknown') return null;
  if (number !== 'not-cited') return 'number-unmatched';
  // Worked examples 2 and 4: a generic citation without a number is held by the generic ceiling alone.
  if (classification === 'GENERIC') return null;
  // Worked example 5: the only court of its type and the day of the decision leave no doubt that a number would remove.
  if (classification === 'NATIONAL' && candidate.alignment === 'same' && candidate.dateMatch === 'equal')
    return null;
  return 'no-number';
}
