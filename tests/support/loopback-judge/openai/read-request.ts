import { z } from 'zod';
import type { ProviderId } from '../../../../src/judges/api/providers';
import { badRequest, parseJson, wordsOf, type Read, type Refusable, type Refusal } from '../dialect';
import { openAiRules, mistralRules } from '../schema-rules';
import { schemaFault } from '../strict-schema';

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
        z.strictObject({ role: z.literal('developer'), content: text }),
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
    description: z.string().optional(),
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
    max_completion_tokens: z.int().min(1).optional(),
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

const requests = new Map<ProviderId, ReturnType<typeof makeRequest>>();

/** Made once: making it takes longer than all the rest of an answer, and would be felt in benchmarks. */
function requestOf(provider: ProviderId) {
  const known = requests.get(provider);
  if (known) return known;
  const made = makeRequest(provider);
  requests.set(provider, made);
  return made;
}

/** The body as the real service would take it, or its refusal. */
export function readChatRequest(body: string, provider: ProviderId = 'compatible'): Read {
  const parsed = parseJson(body);
  if (!parsed) return refuse(badRequest('We could not parse the JSON body of your request.'));
  const read = requestOf(provider).safeParse(parsed.json);
  if (!read.success) {
    const [issue] = read.error.issues;
    const param = issue?.path.join('.') ?? '';
    if (issue?.code === 'unrecognized_keys') {
      const name = [...issue.path, ...issue.keys.slice(0, 1)].join('.');
      return refuse(badRequest(`Unknown parameter: '${name}'.`, name, 'unknown_parameter'));
    }
    return refuse(
      badRequest(`Invalid value for '${param}': ${issue?.message ?? ''}`, param, 'invalid_value'),
    );
  }
  const { model, messages, response_format: format, stream = false, ...rest } = read.data;
  const words = wordsOf(messages.map(({ content }) => content));
  const fault = formatFault(format, provider, model, words.text);
  if (fault !== null) return refuse(fault);
  if ('stream_options' in rest && !stream)
    return refuse(badRequest("'stream_options' is only allowed when 'stream' is enabled.", 'stream_options'));
  const uses: Refusable[] = [
    ...(format === undefined ? [] : ([format.type === 'json_schema' ? 'schema' : 'json'] as const)),
    ...(rest.temperature === undefined ? [] : (['temperature'] as const)),
    ...('seed' in rest || 'random_seed' in rest ? (['seed'] as const) : []),
    ...(stream ? (['stream'] as const) : []),
    ...('stream_options' in rest ? (['stream-count'] as const) : []),
  ];
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

type Format = z.infer<ReturnType<typeof requestOf>>['response_format'];

function formatFault(format: Format, provider: ProviderId, model: string, said: string): Refusal | null {
  if (format === undefined) return null;
  const param = 'response_format';
  if (format.type === 'json_object')
    return /json/i.test(said)
      ? null
      : badRequest(
          "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
          param,
        );
  const { name, schema, strict } = format.json_schema;
  if (provider === 'groq' && strict !== model.startsWith('openai/gpt-oss'))
    return badRequest(`This model does not take response format json_schema with strict: ${strict}.`, param);
  if (provider !== 'groq' && !strict)
    return badRequest(
      "Expected 'strict' to be true: Assay wants every provider to hold to its schema.",
      param,
    );
  const fault = schemaFault(schema, provider === 'mistral' ? mistralRules : openAiRules);
  return fault === null ? null : badRequest(`Invalid schema for response_format '${name}': ${fault}.`, param);
}

function refuse(refusal: Refusal): Read {
  return { ok: false, refusal };
}
