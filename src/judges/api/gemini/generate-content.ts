import type { Structured, ConnectionFault } from '../../../judgement/connection';
import type { Provider } from '../providers';
import {
  sharedPart,
  type WireFormat,
  type WireRequest,
  type RequestOptions,
  type ModelListing,
  type WireError,
} from '../wire-format';
import { contentAssembly, readContent } from './read-content';
import { z } from '../../../kit/zod';
import { waitInWords } from '../http/wait';

const detailSchema = z.object({
  reason: z.string().optional(),
  retryDelay: z.string().optional(),
  violations: z.array(z.object({ quotaId: z.string().catch('') })).catch([]),
});
/** Of a limit that no wait of minutes mends, although Google asks for one: a day's share is used up, or the plan has none. */
const spent = 'QUOTA_SPENT';
const noShare = /\bquota exceeded\b.*\blimit: 0\b/is;
const wrapped = z.object({
  error: z.object({
    message: z.string(),
    status: z.string().catch(''),
    details: z.array(detailSchema).catch([]),
  }),
});
/** Some errors of streams come in a list of one. */
const errorSchema = z.union([wrapped, z.tuple([wrapped]).transform(([only]) => only)]);

function readError(json: unknown): WireError | null {
  const read = errorSchema.safeParse(json);
  if (!read.success) return null;
  const { message, status, details } = read.data.error;
  const reason = details.find((detail) => detail.reason !== undefined)?.reason;
  const delay = details.find((detail) => detail.retryDelay !== undefined)?.retryDelay;
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(delay ?? '') ?? [];
  const retryAfter = seconds ?? waitInWords(message);
  const ofTheDay = details.some(({ violations }) => violations.some(({ quotaId }) => /PerDay/.test(quotaId)));
  if (ofTheDay || noShare.test(message)) return { message, code: spent };
  return { message, code: reason ?? status, ...(retryAfter !== null && { retryAfter }) };
}

const byCode = new Map<string, ConnectionFault>([
  ['API_KEY_INVALID', 'key'],
  ['UNAUTHENTICATED', 'key'],
  ['PERMISSION_DENIED', 'key'],
  [spent, 'credit'],
  ['RESOURCE_EXHAUSTED', 'busy'],
  ['RATE_LIMIT_EXCEEDED', 'busy'],
  ['UNAVAILABLE', 'server'],
  ['INTERNAL', 'server'],
  ['DEADLINE_EXCEEDED', 'server'],
]);

function faultIn({ code, message }: WireError): ConnectionFault | null {
  if (/credits? (are|is|have been) depleted|requires? billing/i.test(message)) return 'credit';
  if (/location is not supported/i.test(message)) return 'refused';
  if (/input token count.*exceeds/is.test(message)) return 'too-long';
  if (/api key (not found|not valid|expired)/i.test(message)) return 'key';
  if (/^models?\/.* (is not found|not found)|unexpected model name/i.test(message)) return 'model';
  // Its status is that of a server that failed; it lasts for minutes.
  if (/\boverloaded\b|\bhigh demand\b/i.test(message)) return 'busy';
  return byCode.get(code) ?? null;
}

function refusesShape({ message }: WireError): boolean {
  return /response_?(json_?)?schema|response_?mime_?type|json mode|\bschema\b|too many states/i.test(message);
}

const listSchema = z.object({
  models: z.array(
    z.object({
      name: z.string().min(1),
      displayName: z.string().nullish().catch(null),
      inputTokenLimit: z.int().min(1).nullish().catch(null),
      supportedGenerationMethods: z.array(z.string()).nullish().catch(null),
    }),
  ),
  nextPageToken: z.string().nullish(),
});

const modelListing: ModelListing = {
  path: (page) => `/models?pageSize=1000${page === null ? '' : `&pageToken=${encodeURIComponent(page)}`}`,
  read(json) {
    const read = listSchema.safeParse(json);
    if (!read.success) return null;
    const models = read.data.models
      .filter(({ supportedGenerationMethods: can }) => can?.includes('generateContent') ?? true)
      .map(({ name, displayName, inputTokenLimit: context }) => ({
        id: name.replace(/^models\//, ''),
        ...(displayName && { name: displayName }),
        ...(context && { context }),
      }));
    return { models, next: read.data.nextPageToken || null };
  },
};

const means: readonly Structured[] = ['schema', 'json', 'prompt'];
const pathOf = (model: string) => `/models/${encodeURIComponent(model.replace(/^models\//, ''))}`;

/** The format of Google's generateContent. */
export function generateContent({ id }: Provider): WireFormat {
  return {
    provider: id,
    means,
    path: (model) => `${pathOf(model)}:generateContent`,
    streamPath: (model) => `${pathOf(model)}:streamGenerateContent?alt=sse`,
    headers: (key): Record<string, string> => (key === '' ? {} : { 'x-goog-api-key': key }),
    body: (question) => {
      const text = sharedPart(question);
      const config = {
        ...(question.structured !== 'prompt' && { responseMimeType: 'application/json' }),
        ...(question.structured === 'schema' && { responseJsonSchema: question.shape }),
        ...sampling(question),
      };
      return {
        ...(text !== '' && { systemInstruction: { parts: [{ text }] } }),
        contents: turns(question),
        ...(Object.keys(config).length > 0 && { generationConfig: config }),
      };
    },
    parameters: ({ model, structured, ...tuning }) => ({ model, structured, ...sampling(tuning) }),
    readReply: readContent,
    assembly: contentAssembly,
    readError,
    faultIn,
    refusesShape,
    models: modelListing,
  };
}

function sampling({ seed, temperature }: Pick<RequestOptions, 'seed' | 'temperature'>) {
  return {
    ...(seed !== undefined && { seed }),
    ...(temperature !== undefined && { temperature }),
  };
}

function turns({ prompt, previous }: WireRequest) {
  const turn = (role: 'user' | 'model', text: string) => ({ role, parts: [{ text }] });
  return [
    turn('user', prompt.own),
    // A turn without words is refused.
    ...(previous && previous.text.trim() !== '' ? [turn('model', previous.text)] : []),
    ...(previous ? [turn('user', previous.problem)] : []),
  ];
}
