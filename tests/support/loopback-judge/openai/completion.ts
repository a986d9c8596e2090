import { readBy, type Ollama } from '../ollama';
import { pieces, tokens, type Choice, type End, type Question } from '../dialect';

const finishes = {
  complete: 'stop',
  length: 'length',
  refused: 'stop',
  filtered: 'content_filter',
  'tool-call': 'tool_calls',
} as const;
const finishOf = (end: End) => (typeof end === 'string' ? finishes[end] : end.word);
const call = { id: 'call_1', type: 'function', function: { name: 'search', arguments: '{}' } };

interface Extras {
  /** The Ollama that it plays: it signs what it says, and counts what it had left of the question. */
  ollama?: Ollama | undefined;
  /** Whether it says what a reply costs, and what it put into a cache. */
  costs: boolean;
}

/** A reply in one piece. */
export function completion(question: Question, number: number, choice: Choice, extras: Extras): unknown {
  return {
    ...head(question, number, 'chat.completion', extras),
    choices:
      choice === null
        ? []
        : [{ index: 0, message: errorMessage(choice), logprobs: null, finish_reason: finishOf(choice.end) }],
    usage: usageOf(question, number, choice, extras),
  };
}

/** The same as the events of a stream: the role, the words, the end, the count, and the mark that it is over. */
export function chunks(question: Question, number: number, choice: Choice, extras: Extras): string[] {
  const chunk = (choices: unknown[], more = {}) =>
    `data: ${JSON.stringify({ ...head(question, number, 'chat.completion.chunk', extras), choices, ...more })}`;
  const delta = (value: unknown, finish: string | null = null) =>
    chunk([{ index: 0, delta: value, logprobs: null, finish_reason: finish }]);
  const usage = usageOf(question, number, choice, extras);
  const counted = question.countStream ? [chunk([], { usage })] : [];
  if (choice === null) return [...counted, 'data: [DONE]'];
  const field = choice.end === 'refused' ? 'refusal' : 'content';
  const silent = choice.end === 'filtered' || choice.end === 'tool-call';
  const words = silent ? [] : pieces(choice.content).map((piece) => delta({ [field]: piece }));
  const calls = choice.end === 'tool-call' ? [delta({ tool_calls: [{ index: 0, ...call }] })] : [];
  return [
    delta({ role: 'assistant', content: '', refusal: null }),
    ...words,
    ...calls,
    delta({}, finishOf(choice.end)),
    ...counted,
    'data: [DONE]',
  ];
}

function head({ model }: Question, number: number, object: string, { ollama }: Extras) {
  const common = { id: `chatcmpl-${number}`, object, created: 1_700_000_000 };
  return ollama
    ? { ...common, model, system_fingerprint: 'fp_ollama' }
    : { ...common, model: `${model}-loopback` };
}

function errorMessage({ content, end }: NonNullable<Choice>) {
  const silent = end === 'refused' || end === 'filtered' || end === 'tool-call';
  return {
    role: 'assistant',
    content: silent ? null : content,
    refusal: end === 'refused' ? content : null,
    ...(end === 'tool-call' && { tool_calls: [call] }),
  };
}

function usageOf(question: Question, number: number, choice: Choice, { costs, ollama }: Extras) {
  const { prompt, cached, written, reply } = tokens(question, number, choice?.content ?? '');
  if (ollama) {
    const read = readBy(ollama, prompt);
    return { prompt_tokens: read, completion_tokens: reply, total_tokens: read + reply };
  }
  return {
    prompt_tokens: prompt,
    completion_tokens: reply,
    total_tokens: prompt + reply,
    prompt_tokens_details: { cached_tokens: cached, ...(costs && { cache_write_tokens: written }) },
    ...(costs && { cost: (prompt + 2 * reply) / 1_000_000 }),
  };
}
