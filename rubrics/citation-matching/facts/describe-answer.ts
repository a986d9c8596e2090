import type { Fact } from '../../../src/rubric/facts';
import type { Match, ModelAnswer } from './read-model-output';
import { finding } from './finding';
import { wholeInput } from './spans';

/** What the judged model answered: its matches or none, its confidence, and whether it gave any reasoning. */
export function describeAnswer(answer: ModelAnswer | null, input: Readonly<Record<string, string>>): Fact[] {
  return [modelAnswer(answer, input), modelConfidence(answer), reasoning(answer)];
}

function modelAnswer(answer: ModelAnswer | null, input: Readonly<Record<string, string>>): Fact {
  const name = 'model_answer';
  const spans = wholeInput(input, 'modelOutput');
  if (answer === null) return { name, value: null, text: 'The output could not be read.', spans };
  if (answer.kind === 'no-match') {
    const value = { matched: false, top: null, top_ecli: null, other_eclis: [] };
    return { name, value, text: 'No match.', spans };
  }
  const { top, others } = answer;
  const value = {
    matched: true,
    top: top.candidate?.number ?? null,
    top_ecli: top.ecli,
    other_eclis: others.flatMap((match) => (match.ecli === null ? [] : [match.ecli])),
  };
  return { name, value, text: [top, ...others].map(matchWords).join('; then '), spans };
}

function matchWords({ candidate, ecli, confidence }: Match): string {
  const what =
    candidate === null ? `${ecli ?? 'a decision'} (not on the list)` : `candidate ${candidate.number}`;
  return confidence === null ? what : `${what} at ${confidence}%`;
}

function modelConfidence(answer: ModelAnswer | null): Fact {
  const name = 'model_confidence';
  if (answer === null) return { name, value: null, text: 'The output could not be read.', spans: [] };
  if (answer.kind === 'no-match')
    return { name, value: 0, text: '0%: no match counts as no confidence.', spans: [] };
  const { confidence } = answer.top;
  return { name, value: confidence, text: confidence === null ? 'Not stated.' : `${confidence}%`, spans: [] };
}

/** Missing reasoning is the lowest level; any other reasoning must be read by the judge. */
function reasoning(answer: ModelAnswer | null): Fact {
  const name = 'reasoning';
  if (answer === null) return { name, value: null, text: 'The output could not be read.', spans: [] };
  const given = answer.kind === 'no-match' ? answer.reason : answer.top.reasoning;
  if (given !== '') return { name, value: null, text: 'Given: its quality is for the judge.', spans: [] };
  const missing = finding(1, 'The model gave no reasoning at all.');
  return { name, value: { ...missing }, text: missing.because, spans: [] };
}
