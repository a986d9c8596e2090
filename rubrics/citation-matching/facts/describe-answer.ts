import type { Fact } from '../../../src/rubric/facts';
import type { Match, ModelAnswer } from './read-model-output';
import { wholeInput } from './spans';
import type { Words } from './words';

type Input = Readonly<Record<string, string>>;

/** What the judged model answered: its matches or none, its confidence, and whether it gave any reasoning. */
export function describeAnswer(answer: ModelAnswer | null, input: Input, words: Words): Fact[] {
  return [modelAnswer(answer, input, words), modelConfidence(answer, words), reasoning(answer, words)];
}

function modelAnswer(answer: ModelAnswer | null, input: Input, words: Words): Fact {
  const name = 'model_answer';
  const spans = wholeInput(input, 'modelOutput');
  if (answer === null) return { name, value: null, text: words.unreadOutput, spans };
  if (answer.kind === 'no-match') {
    const value = {
      matched: false,
      top: null,
      top_ecli: null,
      other_eclis: [],
      candidates: [],
      confidences: [0],
    };
    return { name, value, text: words.noMatch, spans };
  }
  const { top, others } = answer;
  const all = [top, ...others];
  const value = {
    matched: true,
    top: top.candidate?.number ?? null,
    top_ecli: top.ecli,
    other_eclis: others.flatMap((match) => (match.ecli === null ? [] : [match.ecli])),
    candidates: all.flatMap((match) => match.candidate?.number ?? []),
    confidences: all.flatMap((match) => match.confidence ?? []),
  };
  return { name, value, text: all.map((match) => matchWords(match, words)).join(words.then), spans };
}

function matchWords({ candidate, ecli, confidence }: Match, words: Words): string {
  const what = candidate === null ? words.notListed(ecli) : words.candidate(candidate.number);
  return confidence === null ? what : words.atConfidence(what, confidence);
}

function modelConfidence(answer: ModelAnswer | null, words: Words): Fact {
  const name = 'model_confidence';
  if (answer === null) return { name, value: null, text: words.unreadOutput, spans: [] };
  if (answer.kind === 'no-match') return { name, value: 0, text: words.noMatchIsZero, spans: [] };
  const { confidence } = answer.top;
  return {
    name,
    value: confidence,
    text: confidence === null ? words.notStated : `${confidence}%`,
    spans: [],
  };
}

/** Missing reasoning is the lowest level; any other reasoning must be read by the judge. */
function reasoning(answer: ModelAnswer | null, words: Words): Fact {
  const name = 'reasoning';
  if (answer === null) return { name, value: null, text: words.unreadOutput, spans: [] };
  const given = answer.kind === 'no-match' ? answer.reason : answer.top.reasoning;
  if (given !== '') return { name, value: null, text: words.judgeReasoning, spans: [] };
  const because = words.noReasoning;
  return { name, value: { value: 1, because }, text: because, spans: [] };
}
