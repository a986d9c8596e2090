import type { Comparison } from './compare-candidate';
import type { EcliConflicts } from './find-ecli-conflicts';
import type { GroundTruth } from './read-ground-truth';

/** How the right answer was found, in the order in which the ways are tried. */
export type TruthMethod =
  | 'ground truth'
  | 'cited ECLI'
  | 'case number'
  | 'fuzzy case number'
  | 'no candidates'
  | 'court types'
  | 'only candidate left'
  | 'no candidate at the cited place';

export type Truth =
  | { kind: 'candidate'; comparison: Comparison; method: TruthMethod }
  /** A decision that is known but stands on no candidate of the list. */
  | { kind: 'outside'; ecli: string; method: TruthMethod }
  /** A decision that is known, while candidates without an ECLI leave open whether it is on the list. */
  | { kind: 'perhaps-listed'; ecli: string; method: TruthMethod }
  | { kind: 'none'; method: TruthMethod }
  /** Courts of the cited type, all of them elsewhere: any match is wrong, what is right is not known. */
  | { kind: 'none-at-place'; method: TruthMethod };

interface Evidence {
  comparisons: readonly Comparison[];
  groundTruth: GroundTruth;
  /** Whether the list is known to hold all candidates: only then can the right one be found by striking out others. */
  isComplete: boolean;
  isSpecific: boolean;
  /** The snippet was found by the court's name alone, so its words prove nothing. */
  isCourtOnly: boolean;
  ecliConflicts: EcliConflicts;
}

/** The right answer by the rubric's order of evidence, or null where only reading the context can tell. */
export function findTruth(evidence: Evidence): Truth | null {
  const { comparisons, groundTruth } = evidence;
  if (groundTruth.kind !== 'not-given') return statedTruth(groundTruth, comparisons);
  const byEcli = only(comparisons, (c) => c.ecliMatch === 'exact', 'cited ECLI');
  if (byEcli !== null) return byEcli;
  // Where several candidates bear the number, lesser evidence must not settle what the number leaves open.
  for (const [match, method] of NUMBER_METHODS) {
    if (comparisons.some((c) => bearsNumber(c, match))) return byNumber(comparisons, match, method);
  }
  return evidence.isComplete ? byElimination(evidence) : null;
}

const NUMBER_METHODS = [
  ['exact', 'case number'],
  ['fuzzy', 'fuzzy case number'],
] as const;

function statedTruth(
  stated: Exclude<GroundTruth, { kind: 'not-given' }>,
  comparisons: readonly Comparison[],
): Truth | null {
  const method = 'ground truth';
  if (stated.kind === 'no-match') return { kind: 'none', method };
  const comparison = comparisons.find((c) => c.candidate.number === stated.candidate?.number);
  if (comparison) return { kind: 'candidate', comparison, method };
  if (stated.ecli === null) return null;
  const isListReadable = comparisons.every((c) => c.candidate.ecli !== null);
  return { kind: isListReadable ? 'outside' : 'perhaps-listed', ecli: stated.ecli, method };
}

/** A number only counts at an aligned court: the court comes before the number. */
function bearsNumber({ alignment, number }: Comparison, match: 'exact' | 'fuzzy'): boolean {
  return number === match && (alignment === 'same' || alignment === 'unknown');
}

function byNumber(
  comparisons: readonly Comparison[],
  match: 'exact' | 'fuzzy',
  method: TruthMethod,
): Truth | null {
  const bearers = comparisons.filter((c) => bearsNumber(c, match));
  if (bearers.some((c) => c.alignment === 'unknown')) return null;
  if (match === 'fuzzy') return only(bearers, isNotContradicted, method);
  return only(bearers, () => true, method) ?? only(bearers, (c) => c.dateMatch === 'equal', method);
}

function byElimination(evidence: Evidence): Truth | null {
  const { comparisons, isSpecific, ecliConflicts } = evidence;
  if (comparisons.length === 0) return { kind: 'none', method: 'no candidates' };
  if (comparisons.some((c) => c.alignment === 'unknown')) return null;
  // Where an ECLI names another court than the words beside it, it is unclear which courts to strike out.
  if (ecliConflicts.cited.length > 0 || comparisons.some((c) => c.courtConflict !== null)) return null;
  const aligned = comparisons.filter((c) => c.alignment === 'same');
  if (aligned.length === 0) {
    const isElsewhere = isSpecific && comparisons.some((c) => c.alignment === 'different-place');
    if (isElsewhere) return { kind: 'none-at-place', method: 'no candidate at the cited place' };
    return { kind: 'none', method: 'court types' };
  }
  // The number at another court and the right court without the number: the evidence is split.
  if (comparisons.some((c) => c.number === 'exact')) return null;
  const isLeft = (c: Comparison) => isNotContradicted(c) && isCorroborated(c, evidence);
  if (aligned.length === 1) return only(aligned, isLeft, 'only candidate left');
  const othersAreOfAnotherDay = aligned.filter((c) => c.dateMatch !== 'different').length === 1;
  if (!othersAreOfAnotherDay) return null;
  return only(aligned, (c) => c.dateMatch === 'equal' && isLeft(c), 'only candidate left');
}

/** The last one left is not the cited decision if its ECLI or its day is another, or its number with no day to confirm it. */
function isNotContradicted({ ecliMatch, dateMatch, number }: Comparison): boolean {
  if (ecliMatch === 'different' || dateMatch === 'different') return false;
  return (number !== 'different' && number !== 'unknown') || dateMatch === 'equal';
}

const TELLING_WORDS = 2;

/** To be the only one left is no proof, since the cited decision may not be listed: its day or its subject must fit as well. */
function isCorroborated(comparison: Comparison, { isCourtOnly, ecliConflicts }: Evidence): boolean {
  const { candidate, dateMatch, shared } = comparison;
  if ((ecliConflicts.byCandidate.get(candidate.number) ?? []).length > 0) return false;
  if (dateMatch === 'equal') return true;
  return dateMatch !== 'different' && !isCourtOnly && shared.length >= TELLING_WORDS;
}

function only(
  comparisons: readonly Comparison[],
  test: (c: Comparison) => boolean,
  method: TruthMethod,
): Truth | null {
  const [first, second] = comparisons.filter(test);
  return first === undefined || second !== undefined
    ? null
    : { kind: 'candidate', comparison: first, method };
}
