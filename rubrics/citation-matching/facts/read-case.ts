import type { Candidate } from './candidate';
import { readCitation, type Citation } from './citation';
import { readCandidates } from './read-candidates';
import { readGroundTruth, type GroundTruth } from './read-ground-truth';
import { readModelOutput, type ModelAnswer } from './read-model-output';
import { given } from './reading';
import type { Say } from './words';

/** The case as read. What could not be read is null and has a problem that says why. */
export interface ReadCase {
  citation: Citation;
  candidates: Candidate[] | null;
  /** False where the case announces another number of candidates than the list holds. */
  isListComplete: boolean;
  answer: ModelAnswer | null;
  groundTruth: GroundTruth | null;
  problems: { input: string; message: Say }[];
}

export function readCase(input: Readonly<Record<string, string>>): ReadCase {
  const problems: ReadCase['problems'] = [];
  const report = (name: string, message: Say) => problems.push({ input: name, message });
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
    report('modelOutput', (say) => say.problems.noConfidence);
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

type Report = (input: string, message: Say) => void;

function reportCitation(citation: Citation, report: Report): void {
  if (citation.court === null) {
    const name = citation.courtName.trim();
    report('citedCourtName', ({ problems }) =>
      name === '' ? problems.noCourtName : problems.unknownCourt(name),
    );
  }
  const { dateText, caseNumber, ecliText } = citation;
  if (dateText !== null && citation.date === null)
    report('citedDate', ({ problems }) => problems.date(dateText));
  if (caseNumber !== null && citation.caseNumbers.length === 0)
    report('citedCaseNumber', ({ problems }) => problems.caseNumber(caseNumber));
  if (ecliText !== null && citation.ecli === null)
    report('citedEcli', ({ problems }) => problems.ecli(ecliText));
}

function checkCount(stated: string | undefined, count: number, report: Report): boolean {
  const text = given(stated);
  if (text === null || Number(text) === count) return true;
  report('candidateCount', ({ problems }) => problems.count(text, count));
  return false;
}
