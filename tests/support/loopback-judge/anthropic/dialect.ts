import { z } from 'zod';
import {
  badRequest,
  parseJson,
  wordsOf,
  type Dialect,
  type Read,
  type Refusable,
  type Refusal,
} from '../dialect';
import { anthropicRules } from '../schema-rules';
import { schemaFault } from '../strict-schema';
import { messageEvents, messageOf } from './message';

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
const failed = (message: string, status = 400, code = 'invalid_request_error'): Refusal => ({
  ...badRequest(message, null, code),
  status,
});
const unsupported: Record<Refusable, string> = {
  schema: 'output_config.format: structured outputs are not supported by this model.',
  json: 'JSON mode does not exist.',
  temperature: '`temperature` is deprecated for this model.',
  seed: 'seed: Extra inputs are not permitted',
  stream: 'stream: streaming is not supported by this model.',
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
  reply: messageOf,
  events: messageEvents,
  error: ({ message, code, status }) => ({
    type: 'error',
    error: { type: code ?? typeOf(status), message },
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
  const parsed = parseJson(body);
  if (!parsed) return refuse('The request body is not valid JSON');
  const read = requestSchema.safeParse(parsed.json);
  if (!read.success) {
    const [issue] = read.error.issues;
    if (issue?.code === 'unrecognized_keys')
      return refuse(
        `${[...issue.path, ...issue.keys.slice(0, 1)].join('.')}: Extra inputs are not permitted`,
      );
    return refuse(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  const { model, system, messages, output_config: config, temperature, stream = false } = read.data;
  if (messages[0]?.role !== 'user') return refuse('messages: first message must use the "user" role');
  const schema = config?.format.schema ?? null;
  const fault = schema === null ? null : schemaFault(schema, anthropicRules);
  if (fault !== null) return refuse(`output_config.format.schema: ${fault}`);
  const shared = system === undefined ? '' : textOf(system);
  const uses: Refusable[] = [
    ...(schema === null ? [] : (['schema'] as const)),
    ...(temperature === undefined ? [] : (['temperature'] as const)),
    ...(stream ? (['stream'] as const) : []),
  ];
  const words = wordsOf([shared, ...messages.map((message) => textOf(message.content))]);
  return { ok: true, question: { model, shared, ...words, schema, stream, uses } };
}

function textOf(said: z.infer<typeof content>): string {
  return typeof said === 'string' ? said : said.map((each) => each.text).join('');
}

function refuse(message: string): Read {
  return { ok: false, refusal: failed(message) };
}

function typeOf(status: number): string {
  switch (status) {
    case 401:
      return 'authentication_error';
    case 402:
      return 'billing_error';
    case 403:
      return 'permission_error';
    case 404:
      return 'not_found_error';
    case 413:
      return 'request_too_large';
    case 429:
      return 'rate_limit_error';
    case 529:
      return 'overloaded_error';
    default:
      return status >= 500 ? 'api_error' : 'invalid_request_error';
  }
}
