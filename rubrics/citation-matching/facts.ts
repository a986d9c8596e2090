import type { FindFacts } from '../../src/rubric/facts';
import { analyseCase } from './facts/analyse-case';
import { describeAnswer } from './facts/describe-answer';
import { describeCandidates } from './facts/describe-candidates';
import { describeCitation } from './facts/describe-citation';
import { describeFindings } from './facts/describe-findings';
import { readCase } from './facts/read-case';
import { english } from './facts/words';
import { korean } from './facts/words.ko';

/** What a program can tell about a citation, its candidates and a model's match from the case alone. */
export const findFacts: FindFacts = (input, language = 'en') => {
  const words = language === 'ko' ? korean : english;
  const read = readCase(input);
  const analysis = analyseCase(read);
  return {
    facts: [
      ...describeCitation(read.citation, input, words),
      ...describeCandidates(analysis, read, input, words),
      ...describeAnswer(read.answer, input, words),
      ...describeFindings(analysis, words),
    ],
    problems: read.problems.map(({ input: name, message }) => ({ input: name, message: message(words) })),
  };
};
