import { pieces, tokens, type Choice, type End, type Question } from '../dialect';

const reasons = {
  complete: 'STOP',
  length: 'MAX_TOKENS',
  // The service has no word for a model that refuses in words: it ends as any other reply.
  refused: 'STOP',
  filtered: 'SAFETY',
  'tool-call': 'STOP',
} as const;
const reasonOf = (end: End) => (typeof end === 'string' ? reasons[end] : end.word);
const call = { functionCall: { name: 'search', args: {} } };

/** A reply in one piece. Nothing of a filtered one is shown. */
export function contentOf(question: Question, number: number, choice: Choice): unknown {
  const tail = { usageMetadata: usageOf(question, number, choice), ...head(question, number) };
  if (choice === null) return tail;
  return { candidates: [candidate(partsOf(choice, choice.content), reasonOf(choice.end))], ...tail };
}

/** The same as events of a stream: each is a reply that holds a piece, and the last has the reason. */
export function contentEvents(question: Question, number: number, choice: Choice): string[] {
  const event = (value: object) => `data: ${JSON.stringify({ ...value, ...head(question, number) })}`;
  const usageMetadata = usageOf(question, number, choice);
  if (choice === null) return [event({ usageMetadata })];
  const silent = choice.end === 'filtered' || choice.end === 'tool-call';
  const words = silent ? [] : pieces(choice.content);
  return [
    ...words.map((text) => event({ candidates: [candidate([{ text }], null)] })),
    event({
      candidates: [candidate(silent ? partsOf(choice, '') : [{ text: '' }], reasonOf(choice.end))],
      usageMetadata,
    }),
  ];
}

function partsOf({ end }: NonNullable<Choice>, text: string): object[] {
  if (end === 'tool-call') return [call];
  return end === 'filtered' ? [] : [{ text }];
}

function candidate(parts: object[], finishReason: string | null) {
  return {
    ...(parts.length > 0 && { content: { parts, role: 'model' } }),
    ...(finishReason !== null && { finishReason }),
    index: 0,
  };
}

function head({ model }: Question, number: number) {
  return { modelVersion: `${model}-loopback`, responseId: `response-${number}` };
}

function usageOf(question: Question, number: number, choice: Choice) {
  const { prompt, cached, reply } = tokens(question, number, choice?.content ?? '');
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: reply,
    totalTokenCount: prompt + reply,
    ...(cached > 0 && { cachedContentTokenCount: cached }),
  };
}
