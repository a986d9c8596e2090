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
  type Route,
} from './dialect';
import { geminiRules } from './schema-rules';
import { schemaFault } from './strict-schema';

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
  const uses = usesOf({
    schema: schema !== null,
    json: schema === null && config.responseMimeType !== undefined,
    temperature: config.temperature !== undefined,
    seed: config.seed !== undefined,
    stream,
  });
  return { ok: true, question: { model, shared, ...asked, schema, stream, uses } };
}

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
function contentOf(question: Question, number: number, choice: Choice): unknown {
  const tail = { usageMetadata: usageOf(question, number, choice), ...head(question, number) };
  if (choice === null) return tail;
  return { candidates: [candidate(partsOf(choice, choice.content), reasonOf(choice.end))], ...tail };
}

/** The same as events of a stream: each is a reply that holds a piece, and the last has the reason. */
function contentEvents(question: Question, number: number, choice: Choice): string[] {
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
