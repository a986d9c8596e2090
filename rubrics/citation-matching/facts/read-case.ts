import type { InputProblem } from '../../../src/rubric/facts';
import type { Candidate } from './candidate';
import { readCitation, type Citation } from './citation';
import { readCandidates } from './read-candidates';
import { readGroundTruth, type GroundTruth } from './read-ground-truth';
import { readModelOutput, type ModelAnswer } from './read-model-output';
import { given } from './reading';

/** The case as read. What could not be read is null and has a problem that says why. */
export interface ReadCase {
  citation: Citation;
  candidates: Candidate[] | null;
  /** False where the case announces another number of candidates than the list holds. */
  isListComplete: boolean;
  answer: ModelAnswer | null;
  groundTruth: GroundTruth | null;
  problems: InputProblem[];
}

export function readCase(input: Readonly<Record<string, string>>): ReadCase {
  const problems: InputProblem[] = [];
  const report = (name: string, message: string) => problems.push({ input: name, message });
  const citation = readCitation(input);
  reportCitation(citation, report);
  const list = readCandidates(input['candidatesList'] ?? '');
  if (!list.ok) {
    report('candidatesList', list.problem);
    return { citation, candidates: null, isListComplete: false, answer: null, groundTruth: null, problems };
  }
  const candidates = list.value;
  const isListComplete = checkCount(input['candidateCount'], candidates.length, report);
  const answer = readModelOutput(input['modelOutput'] ?? '', candidates);
  if (!answer.ok) report('modelOutput', answer.problem);
  else if (answer.value.kind === 'matches' && answer.value.top.confidence === null) {
    report('modelOutput', 'The top match states no confidence, so its calibration cannot be told.');
  }
  const truth = readGroundTruth(input['groundTruth'], candidates);
  if (!truth.ok) report('groundTruth', truth.problem);
  return {
    citation,
    candidates,
    isListComplete,
    answer: answer.ok ? answer.value : null,
    groundTruth: truth.ok ? truth.value : null,
    problems,
  };
}

type Report = (input: string, message: string) => void;

function reportCitation(citation: Citation, report: Report): void {
  if (citation.court === null) {
    const name = citation.courtName.trim();
    report(
      'citedCourtName',
      name === '' ? 'Expected the name of a court.' : `“${name}” is no court this rubric knows.`,
    );
  }
  if (citation.dateText !== null && citation.date === null) {
    report('citedDate', `Expected a day such as 15 mars 2018 or 2018-03-15, got “${citation.dateText}”.`);
  }
  if (citation.caseNumber !== null && citation.caseNumbers.length === 0) {
    report('citedCaseNumber', `Expected a case number such as C.17.0234.F, got “${citation.caseNumber}”.`);
  }
  if (citation.ecliText !== null && citation.ecli === null) {
    report(
      'citedEcli',
      `Expected an ECLI such as ECLI:BE:CASS:2018:ARR.20180315.1, got “${citation.ecliText}”.`,
    );
  }
}

function checkCount(stated: string | undefined, count: number, report: Report): boolean {
  const text = given(stated);
  if (text === null || Number(text) === count) return true;
  report('candidateCount', `It says ${text}, the list holds ${count}.`);
  return false;
}
