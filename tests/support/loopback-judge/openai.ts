import { z } from 'zod';
import type { ProviderId } from '../../../src/judges/api/providers';
import {
  badRequest,
  pieces,
  readBody,
  tokens,
  usesOf,
  wordsOf,
  type Choice,
  type Dialect,
  type End,
  type Question,
  type Read,
  type Refusable,
  type Refusal,
} from './dialect';
import { readBy, type Ollama } from './ollama';
import { mistralRules, openAiRules } from './schema-rules';
import { schemaFault } from './strict-schema';

const bases: Partial<Record<ProviderId, string>> = {
  openrouter: '/api/v1',
  groq: '/openai/v1',
  azure: '/openai/v1',
};

/** Chat completions, with what each provider that speaks them does in its own way. */
export function openAiDialect(provider: ProviderId, ollama?: Ollama): Dialect {
  const keyHeader = provider === 'azure' ? 'api-key' : 'authorization';
  const extras = { costs: provider === 'openrouter', ollama };
  return {
    base: bases[provider] ?? '/v1',
    headers: [keyHeader, 'content-type'],
    route: (path) =>
      path === '/chat/completions' ? { kind: 'question' } : path === '/models' ? { kind: 'models' } : null,
    keyIn: (headers) => {
      const value = headers[keyHeader];
      if (typeof value !== 'string') return undefined;
      return provider === 'azure' ? value : /^Bearer (.*)$/.exec(value)?.[1];
    },
    headerFault: () => null,
    read: (body) => readChatRequest(body, provider),
    reply: (question, number, choice) => completion(question, number, choice, extras),
    events: (question, number, choice) => chunks(question, number, choice, extras),
    error: ({ message, code, param }) => ({
      error: { message, type: 'invalid_request_error', param, code },
    }),
    models: (ids) => ({ object: 'list', data: ids.map((id) => listed(id, provider)) }),
    // The real service masks the key; a careless one says it back.
    noKey: (given) => ({
      status: 401,
      message:
        given === undefined ? "You didn't provide an API key." : `Incorrect API key provided: ${given}.`,
      code: given === undefined ? null : 'invalid_api_key',
      param: null,
    }),
    noModel: (model) => ({
      status: 404,
      message: `The model \`${model}\` does not exist or you do not have access to it.`,
      code: provider === 'azure' ? 'DeploymentNotFound' : 'model_not_found',
      param: null,
    }),
    refuses: (what) =>
      provider === 'openrouter' && what !== 'stream'
        ? { ...badRequest('No endpoints found that can handle the requested parameters.'), status: 404 }
        : refusals[what],
  };
}

const unsupported = (type: string) =>
  `Invalid parameter: 'response_format' of type '${type}' is not supported with this model.`;
const refusals: Record<Refusable, Refusal> = {
  schema: badRequest(unsupported('json_schema'), 'response_format'),
  json: badRequest(unsupported('json_object'), 'response_format'),
  temperature: badRequest(
    "Unsupported value: 'temperature' does not support 0.2 with this model.",
    'temperature',
  ),
  seed: badRequest("Unsupported parameter: 'seed' is not supported with this model.", 'seed'),
  stream: badRequest('Your organization must be verified to stream this model.', 'stream'),
  'stream-count': badRequest("Unknown parameter: 'stream_options'.", 'stream_options'),
};

function listed(id: string, provider: ProviderId): unknown {
  const plain = { id, object: 'model', created: 1_700_000_000, owned_by: 'loopback' };
  switch (provider) {
    case 'openrouter':
      return {
        id,
        name: `The ${id}`,
        context_length: 32_768,
        pricing: {
          prompt: '0.000001',
          completion: '0.000002',
          input_cache_read: '0.0000001',
          input_cache_write: '0.00000125',
        },
      };
    case 'groq':
      return { ...plain, context_window: 32_768 };
    case 'mistral':
      return { ...plain, name: id, max_context_length: 32_768, capabilities: { completion_chat: true } };
    default:
      return plain;
  }
}

const text = z.string();
const marked = z
  .tuple([
    z.strictObject({
      type: z.literal('text'),
      text: z.string().min(1),
      cache_control: z.strictObject({ type: z.literal('ephemeral') }),
    }),
  ])
  .transform(([block]) => block.text);

function messagesOf(provider: ProviderId) {
  const system = provider === 'openrouter' ? z.union([text, marked]) : text;
  return z
    .array(
      z.discriminatedUnion('role', [
        z.strictObject({ role: z.literal('system'), content: system }),
        z.strictObject({ role: z.literal('user'), content: text }),
        // Mistral refuses one without words; the others would gain nothing by it.
        z.strictObject({ role: z.literal('assistant'), content: text.min(1) }),
      ]),
    )
    .min(1);
}

const schemaFormat = z.strictObject({
  type: z.literal('json_schema'),
  json_schema: z.strictObject({
    name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
    strict: z.boolean(),
    schema: z.record(z.string(), z.unknown()),
  }),
});

/** The part of the format that Assay has a use for; whatever else is sent is a mistake. */
function makeRequest(provider: ProviderId) {
  const isMistral = provider === 'mistral';
  const countsStreams = isMistral || provider === 'openrouter';
  return z.strictObject({
    model: z.string().min(1),
    messages: messagesOf(provider),
    response_format: z
      .discriminatedUnion('type', [schemaFormat, z.strictObject({ type: z.literal('json_object') })])
      .optional(),
    temperature: z
      .number()
      .min(0)
      .max(isMistral ? 1.5 : 2)
      .optional(),
    stream: z.literal(true).optional(),
    ...(isMistral ? { random_seed: z.int().min(0).optional() } : { seed: z.int().optional() }),
    ...(!countsStreams && {
      stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
    }),
    ...(provider === 'openrouter' && {
      provider: z.strictObject({ require_parameters: z.boolean() }).optional(),
    }),
  });
}

/** Made once: making it takes longer than all the rest of an answer, and would be felt in benchmarks. */
const requests = new Map<ProviderId, ReturnType<typeof makeRequest>>();

/** The body as the real service would take it, or its refusal. */
export function readChatRequest(body: string, provider: ProviderId = 'compatible'): Read {
  const schema = requests.get(provider) ?? makeRequest(provider);
  requests.set(provider, schema);
  const read = readBody(body, schema, {
    notJson: 'We could not parse the JSON body of your request.',
    unknownField: (at, field) => `Unknown parameter: '${at === '' ? field : `${at}.${field}`}'.`,
    wrong: (at, why) => `Invalid value for '${at}': ${why}`,
  });
  if (!read.ok) return refuse(badRequest(read.message));
  const { model, messages, response_format: format, stream = false, ...rest } = read.request;
  const words = wordsOf(messages.map(({ content }) => content));
  const fault = formatFault(format, provider, model, words.text);
  if (fault !== null) return refuse(fault);
  if ('stream_options' in rest && !stream)
    return refuse(badRequest("'stream_options' is only allowed when 'stream' is enabled.", 'stream_options'));
  const uses = usesOf({
    schema: format?.type === 'json_schema',
    json: format?.type === 'json_object',
    temperature: rest.temperature !== undefined,
    seed: 'seed' in rest || 'random_seed' in rest,
    stream,
    'stream-count': 'stream_options' in rest,
  });
  const question = {
    model,
    shared: messages.map(({ role, content }) => (role === 'system' ? content : '')).join(''),
    ...words,
    schema: format?.type === 'json_schema' ? format.json_schema.schema : null,
    stream,
    uses,
    countStream: 'stream_options' in rest || provider === 'mistral' || provider === 'openrouter',
  };
  return { ok: true, question };
}

type Format = z.infer<ReturnType<typeof makeRequest>>['response_format'];

function formatFault(format: Format, provider: ProviderId, model: string, said: string): Refusal | null {
  if (format === undefined) return null;
  const param = 'response_format';
  if (format.type === 'json_object')
    return /json/i.test(said)
      ? null
      : badRequest("'messages' must contain the word 'json' in some form.", param);
  const { name, schema, strict } = format.json_schema;
  if (provider === 'groq' && strict !== model.startsWith('openai/gpt-oss'))
    return badRequest(`This model does not take response format json_schema with strict: ${strict}.`, param);
  if (provider !== 'groq' && !strict)
    return badRequest("Expected 'strict' to be true: every provider must hold to its schema.", param);
  const fault = schemaFault(schema, provider === 'mistral' ? mistralRules : openAiRules);
  return fault === null ? null : badRequest(`Invalid schema for response_format '${name}': ${fault}.`, param);
}

function refuse(refusal: Refusal): Read {
  return { ok: false, refusal };
}

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

function completion(question: Question, number: number, choice: Choice, extras: Extras): unknown {
  return {
    ...head(question, number, 'chat.completion', extras),
    choices:
      choice === null
        ? []
        : [{ index: 0, message: messageOf(choice), logprobs: null, finish_reason: finishOf(choice.end) }],
    usage: usageOf(question, number, choice, extras),
  };
}

/** The same as the events of a stream: the role, the words, the end, the count, and the mark that it is over. */
function chunks(question: Question, number: number, choice: Choice, extras: Extras): string[] {
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

function messageOf({ content, end }: NonNullable<Choice>) {
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
