import type { CourtClassification } from '../belgium/court';
import { candidateConcerned } from './candidate-concerned';
import { compareCandidate, type Comparison } from './compare-candidate';
import { decideAlignment, type AlignmentHandling } from './decide-alignment';
import { decideCalibration, type Calibration } from './decide-calibration';
import { decideCorrectDecision, decideCorrectness, type Correctness } from './decide-correctness';
import type { ErrorType } from './error-types';
import { certainErrors, impossibleErrors } from './find-errors';
import { findCeilings, type Ceilings } from './find-ceilings';
import { findEcliConflicts, type EcliConflicts } from './find-ecli-conflicts';
import type { Finding } from './finding';
import { findRange } from './find-range';
import { findTruth, type Truth } from './find-truth';
import { isContradicted } from './is-contradicted';
import type { ReadCase } from './read-case';
import type { ModelAnswer } from './read-model-output';

/** All that the program finds out about a case. Null: the case alone does not decide it. */
export interface Analysis {
  comparisons: Comparison[] | null;
  ecliConflicts: EcliConflicts | null;
  truth: Truth | null;
  /** The model's confidence in its top match; 0 where it matched none. */
  confidence: number | null;
  concerned: Comparison | null;
  ceilings: Ceilings | null;
  range: Finding<[number, number]> | null;
  correctness: Finding<Correctness> | null;
  correctDecision: Finding<string | null> | null;
  calibration: Finding<Calibration> | null;
  alignment: Finding<AlignmentHandling> | null;
  certainErrors: ErrorType[];
  impossibleErrors: ErrorType[];
}

const NOTHING: Analysis = {
  comparisons: null,
  ecliConflicts: null,
  truth: null,
  confidence: null,
  concerned: null,
  ceilings: null,
  range: null,
  correctness: null,
  correctDecision: null,
  calibration: null,
  alignment: null,
  certainErrors: [],
  impossibleErrors: [],
};

export function analyseCase(read: ReadCase): Analysis {
  const { citation, candidates, answer, groundTruth } = read;
  if (candidates === null) return NOTHING;
  const comparisons = candidates.map((candidate) => compareCandidate(citation, candidate));
  const ecliConflicts = findEcliConflicts(citation, comparisons);
  const classification = citation.court?.classification ?? null;
  // An unreadable ground truth may contradict whatever the rest of the case suggests.
  const truth =
    groundTruth === null
      ? null
      : findTruth({
          comparisons,
          groundTruth,
          isComplete: read.isListComplete,
          isSpecific: classification === 'SPECIFIC',
          isCourtOnly: citation.isCourtOnly,
          ecliConflicts,
        });
  const correctDecisionOnly = { ...NOTHING, comparisons, ecliConflicts, truth };
  if (answer === null) return { ...correctDecisionOnly, correctDecision: decideCorrectDecision(truth, null) };
  const isNumberFoundElsewhere = comparisons.some((c) => c.number === 'exact' || c.ecliMatch === 'exact');
  const correctness = decideCorrectness(truth, answer, isNumberFoundElsewhere);
  const settled = {
    ...correctDecisionOnly,
    confidence: confidenceOf(answer),
    correctness,
    correctDecision: decideCorrectDecision(truth, correctness),
  };
  return classification === null
    ? settled
    : judgeByCourt(read, answer, classification, { ...settled, comparisons, ecliConflicts });
}

type Settled = Analysis & { comparisons: Comparison[]; ecliConflicts: EcliConflicts };

/** What depends on the cited court. */
function judgeByCourt(
  { citation }: ReadCase,
  answer: ModelAnswer,
  classification: CourtClassification,
  settled: Settled,
): Analysis {
  const { comparisons, truth, confidence, correctness } = settled;
  const concerned = candidateConcerned(answer, truth, comparisons);
  const ceilings = concerned === null ? null : findCeilings(classification, concerned);
  const isMatched = answer.kind === 'matches';
  const { isCourtOnly } = citation;
  const range =
    concerned === null
      ? null
      : findRange({ classification, concerned, comparisons, truth, isMatched, isCourtOnly });
  const calibration = decideCalibration({
    confidence,
    ceiling: ceilings?.lowest ?? null,
    range,
    correctness: correctness?.value ?? null,
    isContradicted: concerned !== null && isContradicted(concerned, truth),
  });
  const alignment = decideAlignment({ citation, classification, answer, comparisons, concerned, truth });
  const evidence = { ...settled, citation, classification, answer, alignment: alignment?.value ?? null };
  return {
    ...settled,
    concerned,
    ceilings,
    range,
    calibration,
    alignment,
    certainErrors: certainErrors(evidence),
    impossibleErrors: impossibleErrors(evidence),
  };
}

function confidenceOf(answer: ModelAnswer): number | null {
  return answer.kind === 'no-match' ? 0 : answer.top.confidence;
}
