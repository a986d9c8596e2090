import { z } from 'zod';
import {
  pieces,
  readBody,
  refusals,
  tokens,
  usesOf,
  wordOf,
  wordsOf,
  type Choice,
  type Dialect,
  type End,
  type Question,
  type Read,
  type Refusable,
} from './dialect';
import { anthropicRules } from './schema-rules';
import { schemaFault } from './strict-schema';

const block = z.strictObject({
  type: z.literal('text'),
  text: z.string().regex(/\S/, 'text content blocks must be non-empty'),
  cache_control: z.strictObject({ type: z.literal('ephemeral') }).optional(),
});
const content = z.union([
  z.string().regex(/\S/, 'messages must have non-empty content'),
  z.array(block).min(1),
]);

/** The part of the format that Assay has a use for; whatever else is sent is a mistake. */
const requestSchema = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  system: z.union([z.string(), z.array(block).min(1)]).optional(),
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content })).min(1),
  output_config: z
    .strictObject({
      format: z.strictObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) }),
    })
    .optional(),
  temperature: z.number().min(0).max(1).optional(),
  stream: z.literal(true).optional(),
});

const version = '2023-06-01';
const { failed, refuse } = refusals('invalid_request_error');
const types = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};
const unsupported: Record<Refusable, string> = {
  schema: 'output_config.format: structured outputs are not supported by this model.',
  json: 'JSON mode does not exist.',
  temperature: '`temperature` is deprecated for this model.',
  seed: 'seed: Extra inputs are not permitted',
  stream: 'stream: streaming is not supported by this model.',
  'stream-count': 'Streams are always counted.',
};

/** Messages, as Anthropic's reference describes them. */
export const anthropicDialect: Dialect = {
  base: '/v1',
  headers: ['x-api-key', 'anthropic-version', 'anthropic-dangerous-direct-browser-access', 'content-type'],
  route: (path) => {
    if (path === '/messages') return { kind: 'question' };
    return /^\/models\?limit=\d{1,4}(&after_id=[^&]+)?$/.test(path) ? { kind: 'models' } : null;
  },
  keyIn: (headers) => {
    const value = headers['x-api-key'];
    return typeof value === 'string' ? value : undefined;
  },
  headerFault: (headers) => {
    if (headers['anthropic-version'] !== version) return failed('anthropic-version: header is required');
    if (headers.origin !== undefined && headers['anthropic-dangerous-direct-browser-access'] !== 'true')
      return failed(
        "CORS requests must set 'anthropic-dangerous-direct-browser-access' header",
        401,
        'authentication_error',
      );
    return null;
  },
  read: readMessageRequest,
  reply: messageReply,
  events: messageEvents,
  error: ({ message, code, status }) => ({
    type: 'error',
    error: {
      type: code ?? wordOf(status, types, { server: 'api_error', request: 'invalid_request_error' }),
      message,
    },
    request_id: 'req_loopback',
  }),
  models: (ids) => ({
    data: ids.map((id) => ({
      type: 'model',
      id,
      display_name: `The ${id}`,
      created_at: '2026-01-01T00:00:00Z',
    })),
    has_more: false,
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null,
  }),
  noKey: (given) =>
    failed(
      given === undefined ? 'x-api-key header is required' : `invalid x-api-key ${given}`,
      401,
      'authentication_error',
    ),
  noModel: (model) => failed(`model: ${model}`, 404, 'not_found_error'),
  refuses: (what) => failed(unsupported[what]),
};

function readMessageRequest(body: string): Read {
  const read = readBody(body, requestSchema, {
    notJson: 'The request body is not valid JSON',
    unknownField: (at, field) => `${at === '' ? field : `${at}.${field}`}: Extra inputs are not permitted`,
    wrong: (at, why) => `${at}: ${why}`,
  });
  if (!read.ok) return refuse(read.message);
  const { model, system, messages, output_config: config, temperature, stream = false } = read.request;
  if (messages[0]?.role !== 'user') return refuse('messages: first message must use the "user" role');
  const schema = config?.format.schema ?? null;
  const fault = schema === null ? null : schemaFault(schema, anthropicRules);
  if (fault !== null) return refuse(`output_config.format.schema: ${fault}`);
  const shared = system === undefined ? '' : textOf(system);
  const uses = usesOf({ schema: schema !== null, temperature: temperature !== undefined, stream });
  const words = wordsOf([shared, ...messages.map((message) => textOf(message.content))]);
  return { ok: true, question: { model, shared, ...words, schema, stream, uses } };
}

function textOf(said: z.infer<typeof content>): string {
  return typeof said === 'string' ? said : said.map((each) => each.text).join('');
}

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

function messageReply(question: Question, number: number, choice: Choice): unknown {
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
function messageEvents(question: Question, number: number, choice: Choice): string[] {
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
