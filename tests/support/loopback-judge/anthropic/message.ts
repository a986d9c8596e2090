import { pieces, tokens, type Choice, type End, type Question } from '../dialect';

const reasons = {
  complete: 'end_turn',
  length: 'max_tokens',
  refused: 'refusal',
  // The service has one word for both.
  filtered: 'refusal',
  'tool-call': 'tool_use',
} as const;
const reasonOf = (end: End) => (typeof end === 'string' ? reasons[end] : end.word);
const tool = { type: 'tool_use', id: 'toolu_1', name: 'search', input: {} };

/** A reply in one piece. */
export function errorMessage(question: Question, number: number, choice: Choice): unknown {
  const text = { type: 'text', text: choice?.content ?? '' };
  const content = choice === null ? [] : choice.end === 'tool-call' ? [tool] : [text];
  return {
    ...head(question, number),
    content,
    stop_reason: choice === null ? 'end_turn' : reasonOf(choice.end),
    stop_sequence: null,
    usage: usageOf(question, number, choice?.content ?? ''),
  };
}

/** The same as the named events of a stream, with a ping among them. */
export function messageEvents(question: Question, number: number, choice: Choice): string[] {
  const event = (type: string, more: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}`;
  const usage = usageOf(question, number, choice?.content ?? '');
  const isCall = choice?.end === 'tool-call';
  const block = isCall ? tool : { type: 'text', text: '' };
  const words = isCall ? [] : pieces(choice?.content ?? '');
  const reason = choice === null ? 'end_turn' : reasonOf(choice.end);
  return [
    event('message_start', {
      message: {
        ...head(question, number),
        content: [],
        stop_reason: null,
        usage: { ...usage, output_tokens: 1 },
      },
    }),
    event('content_block_start', { index: 0, content_block: block }),
    event('ping', {}),
    ...words.map((text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })),
    event('content_block_stop', { index: 0 }),
    event('message_delta', {
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: usage.output_tokens },
    }),
    event('message_stop', {}),
  ];
}

function head({ model }: Question, number: number) {
  return { id: `msg_${number}`, type: 'message', role: 'assistant', model: `${model}-loopback` };
}

/** What is put into the cache or read from it does not count as input here. */
function usageOf(question: Question, number: number, content: string) {
  const { prompt, cached, written, reply } = tokens(question, number, content);
  return {
    input_tokens: prompt - cached - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cached,
    output_tokens: reply,
  };
}
