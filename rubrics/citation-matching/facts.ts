import type { FindFacts } from '../../src/rubric/facts';
import { analyseCase } from './facts/analyse-case';
import { describeAnswer } from './facts/describe-answer';
import { describeCandidates } from './facts/describe-candidates';
import { describeCitation } from './facts/describe-citation';
import { describeFindings } from './facts/describe-findings';
import { readCase } from './facts/read-case';

/** What a program can tell about a citation, its candidates and a model's match from the case alone. */
export const findFacts: FindFacts = (input) => {
  const read = readCase(input);
  const analysis = analyseCase(read);
  return {
    facts: [
      ...describeCitation(read.citation, input),
      ...describeCandidates(analysis.comparisons, analysis.ecliConflicts, read.groundTruth, input),
      ...describeAnswer(read.answer, input),
      ...describeFindings(analysis),
    ],
    problems: read.problems,
  };
};
