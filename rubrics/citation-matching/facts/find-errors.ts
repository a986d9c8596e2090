import type { CourtClassification } from '../belgium/court';
import type { Citation } from './citation';
import type { Comparison } from './compare-candidate';
import type { AlignmentHandling } from './decide-alignment';
import type { ErrorType } from './error-types';
import type { EcliConflicts } from './find-ecli-conflicts';
import { CEILINGS, DIFFERENT_TYPE_WARNING, findCeilings } from './find-ceilings';
import type { Truth } from './find-truth';
import type { Match, ModelAnswer } from './read-model-output';

interface Evidence {
  citation: Citation;
  classification: CourtClassification;
  answer: ModelAnswer;
  comparisons: readonly Comparison[];
  truth: Truth | null;
  alignment: AlignmentHandling | null;
  ecliConflicts: EcliConflicts;
}

interface Matched {
  match: Match;
  confidence: number;
  comparison: Comparison;
}

/** The errors that the facts prove. A judgement that leaves one out overlooks it. */
export function certainErrors(evidence: Evidence): ErrorType[] {
  const matched = matchedCandidates(evidence);
  const errors: ErrorType[] = [];
  if (evidence.alignment === 'MISSED_COURT_MATCH') errors.push('FR_NL_CONFUSION');
  if (matched.some((m) => isElsewhere(m, evidence) && m.confidence > CEILINGS['different-place'].max)) {
    errors.push('JURISDICTION_MISMATCH_IGNORED');
  }
  if (matched.some((m) => isOtherType(m) && m.confidence > CEILINGS['different-type'].max)) {
    errors.push('COURT_TYPE_MISMATCH_IGNORED');
  }
  if (isNumberIgnored(evidence)) errors.push('CASE_NUMBER_IGNORED');
  if (matched.some((m) => m.confidence > ceilingOf(m, evidence, 100))) errors.push('CEILING_VIOLATED');
  if (isEcliIgnored(evidence)) errors.push('ECLI_MISMATCH_IGNORED');
  return errors;
}

/** The errors that the facts rule out. A judgement that lists one contradicts the case. */
export function impossibleErrors(evidence: Evidence): ErrorType[] {
  const { citation, classification, comparisons } = evidence;
  const errors: ErrorType[] = [];
  if (!mixesLanguages(evidence)) errors.push('FR_NL_CONFUSION');
  if (!usesAbbreviations(evidence)) errors.push('ABBREVIATION_MISSED');
  if (classification !== 'GENERIC') errors.push('GENERIC_OVERPUNISHED');
  errors.push(...impossibleByConfidence(evidence));
  if (comparisons.every((c) => !['exact', 'fuzzy', 'unknown'].includes(c.number)))
    errors.push('CASE_NUMBER_IGNORED');
  if (topComparison(evidence)?.number === 'exact') errors.push('CASE_NUMBER_FALSE_MATCH');
  if (citation.caseNumbers.length > 0) errors.push('MISSING_CASE_NUMBER_PENALIZED');
  if (!hasEcliConflict(evidence)) errors.push('ECLI_MISMATCH_IGNORED');
  return errors;
}

/** Limits can only be broken by a match above them; a match whose court or confidence is unknown leaves that open. */
function impossibleByConfidence(evidence: Evidence): ErrorType[] {
  const matched = matchedCandidates(evidence);
  if (
    matched.length < matches(evidence.answer).length ||
    matched.some((m) => m.comparison.alignment === 'unknown')
  ) {
    return evidence.classification === 'SPECIFIC' ? [] : ['JURISDICTION_MISMATCH_IGNORED'];
  }
  const errors: ErrorType[] = [];
  if (!matched.some((m) => isElsewhere(m, evidence) && m.confidence > CEILINGS['different-place'].max)) {
    errors.push('JURISDICTION_MISMATCH_IGNORED');
  }
  if (!matched.some((m) => isOtherType(m) && m.confidence > CEILINGS['different-type'].max)) {
    errors.push('COURT_TYPE_MISMATCH_IGNORED');
  }
  const lowestOfNumber = CEILINGS['number-unmatched'].max;
  const isBelow = (m: Matched) =>
    m.confidence <= (isOtherType(m) ? DIFFERENT_TYPE_WARNING : ceilingOf(m, evidence, lowestOfNumber));
  if (matched.every(isBelow)) errors.push('CEILING_VIOLATED');
  return errors;
}

function matches(answer: ModelAnswer): Match[] {
  return answer.kind === 'matches' ? [answer.top, ...answer.others] : [];
}

function matchedCandidates({ answer, comparisons }: Evidence): Matched[] {
  return matches(answer).flatMap((match) => {
    const comparison = comparisons.find((c) => c.candidate.number === match.candidate?.number);
    return comparison === undefined || match.confidence === null
      ? []
      : [{ match, comparison, confidence: match.confidence }];
  });
}

function isElsewhere({ comparison }: Matched, { classification }: Evidence): boolean {
  return classification === 'SPECIFIC' && comparison.alignment === 'different-place';
}

function isOtherType({ comparison }: Matched): boolean {
  return comparison.alignment === 'different-type';
}

/** The most the match may have; where its number leaves that open, `open`. */
function ceilingOf({ comparison }: Matched, { classification }: Evidence, open: number): number {
  const ceilings = findCeilings(classification, comparison);
  if (ceilings === null) return open;
  return ceilings.lowest ? CEILINGS[ceilings.lowest].max : 100;
}

function topComparison({ answer, comparisons }: Evidence): Comparison | undefined {
  if (answer.kind === 'no-match') return undefined;
  return comparisons.find((c) => c.candidate.number === answer.top.candidate?.number);
}

/** The right decision bears the cited number at the cited court, and the model did not put it first. */
function isNumberIgnored(evidence: Evidence): boolean {
  const { truth } = evidence;
  if (truth?.kind !== 'candidate' || truth.comparison.alignment !== 'same') return false;
  return truth.comparison.number === 'exact' && topComparison(evidence) !== truth.comparison;
}

/** The matched candidate's ECLI contradicts what stands beside it, and the reasoning never speaks of an ECLI. */
function isEcliIgnored(evidence: Evidence): boolean {
  const top = topComparison(evidence);
  if (top === undefined || evidence.answer.kind === 'no-match') return false;
  const conflicts = evidence.ecliConflicts.byCandidate.get(top.candidate.number) ?? [];
  return conflicts.length > 0 && !/ecli/i.test(evidence.answer.top.reasoning);
}

function hasEcliConflict({ ecliConflicts }: Evidence): boolean {
  return (
    ecliConflicts.cited.length > 0 || [...ecliConflicts.byCandidate.values()].some((list) => list.length > 0)
  );
}

/** Courts whose language the name does not tell may be named in another one. */
function mixesLanguages({ citation, comparisons }: Evidence): boolean {
  const cited = citation.court?.language ?? null;
  if (cited === null) return comparisons.length > 0;
  return comparisons.some((c) => c.candidate.court !== null && (c.court?.language ?? null) !== cited);
}

function usesAbbreviations({ citation, comparisons }: Evidence): boolean {
  if (citation.court === null || citation.court.abbreviated) return true;
  return comparisons.some((c) => c.candidate.court !== null && (c.court === null || c.court.abbreviated));
}
