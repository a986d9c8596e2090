import { z } from 'zod';
import {
  readBody,
  refusals,
  wordOf,
  wordsOf,
  type Dialect,
  type Read,
  type Refusable,
  type Route,
} from '../dialect';
import { geminiRules } from '../schema-rules';
import { schemaFault } from '../strict-schema';
import { contentEvents, contentOf } from './content';

/** A part without words is refused as one without data. */
const parts = z.array(z.strictObject({ text: z.string().min(1) })).min(1);

/** The part of the format that Assay has a use for; whatever else is sent is a mistake. */
const requestSchema = z.strictObject({
  systemInstruction: z.strictObject({ parts }).optional(),
  contents: z.array(z.strictObject({ role: z.enum(['user', 'model']), parts })).min(1),
  generationConfig: z
    .strictObject({
      responseMimeType: z.literal('application/json').optional(),
      responseJsonSchema: z.record(z.string(), z.unknown()).optional(),
      seed: z
        .int()
        .min(-(2 ** 31))
        .max(2 ** 31 - 1)
        .optional(),
      temperature: z.number().min(0).max(2).optional(),
    })
    .optional(),
});

const { failed, refuse } = refusals('INVALID_ARGUMENT');
const words = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};
const unsupported: Record<Refusable, string> = {
  schema: 'generation_config.response_json_schema: a response schema is not supported for this model.',
  json: 'JSON mode is not enabled for this model',
  temperature: 'generation_config.temperature is not supported for this model.',
  seed: 'generation_config.seed is not supported for this model.',
  stream: 'Streaming is not supported for this model.',
  'stream-count': 'Streams are always counted.',
};

/** generateContent, as Google's reference describes it. */
export const geminiDialect: Dialect = {
  base: '/v1beta',
  headers: ['x-goog-api-key', 'content-type'],
  route: (path) => {
    if (/^\/models\?pageSize=\d{1,4}(&pageToken=[^&]+)?$/.test(path)) return { kind: 'models' };
    const [, model, method] =
      /^\/models\/([^/:?]+):(generateContent|streamGenerateContent\?alt=sse)$/.exec(path) ?? [];
    if (model === undefined) return null;
    return { kind: 'question', model: decodeURIComponent(model), stream: method !== 'generateContent' };
  },
  keyIn: (headers) => {
    const value = headers['x-goog-api-key'];
    return typeof value === 'string' ? value : undefined;
  },
  headerFault: () => null,
  read: readContentRequest,
  reply: contentOf,
  events: contentEvents,
  error: ({ status, message, code }) => ({
    error: {
      code: status,
      message,
      status:
        code === 'API_KEY_INVALID'
          ? 'INVALID_ARGUMENT'
          : (code ?? wordOf(status, words, { server: 'INTERNAL', request: 'INVALID_ARGUMENT' })),
      ...(code === 'API_KEY_INVALID' && {
        details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: code }],
      }),
    },
  }),
  models: (ids) => ({
    models: ids.map((id) => ({
      name: `models/${id}`,
      displayName: `The ${id}`,
      inputTokenLimit: 32_768,
      supportedGenerationMethods: ['generateContent', 'countTokens'],
    })),
  }),
  noKey: (given) =>
    given === undefined
      ? failed("Method doesn't allow unregistered callers. Please use API Key.", 403, 'PERMISSION_DENIED')
      : failed(`API key not valid: ${given}. Please pass a valid API key.`, 400, 'API_KEY_INVALID'),
  noModel: (model) =>
    failed(`models/${model} is not found for API version v1beta, or is not supported.`, 404, 'NOT_FOUND'),
  refuses: (what) => failed(unsupported[what]),
};

function readContentRequest(body: string, { model = '', stream = false }: Route): Read {
  const read = readBody(body, requestSchema, {
    notJson: 'Invalid JSON payload received.',
    unknownField: (at, field) =>
      `Invalid JSON payload received. Unknown name "${field}" at '${at}': Cannot find field.`,
    wrong: (at, why) => `Invalid value at '${at}': ${why}`,
  });
  if (!read.ok) return refuse(read.message);
  const { systemInstruction, contents, generationConfig: config = {} } = read.request;
  const schema = config.responseJsonSchema ?? null;
  if (schema !== null && config.responseMimeType === undefined)
    return refuse('response_json_schema needs response_mime_type application/json');
  const fault = schema === null ? null : schemaFault(schema, geminiRules);
  if (fault !== null) return refuse(`generation_config.response_json_schema: ${fault}`);
  const said = (list: z.infer<typeof parts>) => list.map(({ text }) => text).join('');
  const shared = systemInstruction ? said(systemInstruction.parts) : '';
  const asked = wordsOf([shared, ...contents.map((turn) => said(turn.parts))]);
  const uses: Refusable[] = [
    ...(config.responseMimeType === undefined ? [] : ([schema === null ? 'json' : 'schema'] as const)),
    ...(config.temperature === undefined ? [] : (['temperature'] as const)),
    ...(config.seed === undefined ? [] : (['seed'] as const)),
    ...(stream ? (['stream'] as const) : []),
  ];
  return { ok: true, question: { model, shared, ...asked, schema, stream, uses } };
}
