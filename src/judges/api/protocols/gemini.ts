import type { ConnectionFault } from '../../../judgement/connection';
import type { JudgeFailure, StopReason, Usage } from '../../../judgement/judge';
import { z } from '../../../kit/zod';
import { chargedFailure, waitInWords } from '../http/exchange';
import type { Provider } from '../providers';
import {
  sharedPart,
  chatTurns,
  errorText,
  usageFrom,
  type Assembly,
  type RequestOptions,
  type WireError,
  type WireFormat,
  type WireReply,
} from './wire-format';

export function generateContent({ id }: Provider): WireFormat {
  return {
    provider: id,
    means: ['schema', 'json', 'prompt'],
    path: (model, stream = false) =>
      `/models/${encodeURIComponent(model.replace(/^models\//, ''))}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
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
        contents: chatTurns(question).map((turn) => ({ role: turn.role, parts: [{ text: turn.text }] })),
        ...(Object.keys(config).length > 0 && { generationConfig: config }),
      };
    },
    parameters: ({ model, structured, ...options }) => ({ model, structured, ...sampling(options) }),
    readReply: readContent,
    assembly: contentAssembly,
    readError,
    faultIn,
    refusesShape: ({ message }) =>
      /response_?(json_?)?schema|response_?mime_?type|json mode|\bschema\b|too many states/i.test(message),
    modelsPath: (page) =>
      `/models?pageSize=1000${page === null ? '' : `&pageToken=${encodeURIComponent(page)}`}`,
    readModels,
  };
}

function sampling({ seed, temperature }: Pick<RequestOptions, 'seed' | 'temperature'>) {
  return { ...(seed !== undefined && { seed }), ...(temperature !== undefined && { temperature }) };
}

const detailSchema = z.object({
  reason: z.string().optional(),
  retryDelay: z.string().optional(),
  violations: z.array(z.object({ quotaId: z.string().catch('') })).catch([]),
});
const wrapped = z.object({
  error: z.object({
    message: errorText,
    status: z.string().catch(''),
    details: z.array(detailSchema).catch([]),
  }),
});
/** Some errors of streams come in a list of one. */
const errorSchema = z.union([wrapped, z.tuple([wrapped]).transform(([only]) => only)]);
/** Waiting minutes does not help, although Google asks for it: a day's quota is used up, or the plan has none. */
const spent = 'QUOTA_SPENT';

function readError(json: unknown): WireError | null {
  const read = errorSchema.safeParse(json);
  if (!read.success) return null;
  const { message, status, details } = read.data.error;
  const ofTheDay = details.some(({ violations }) => violations.some(({ quotaId }) => /PerDay/.test(quotaId)));
  if (ofTheDay || /\bquota exceeded\b.*\blimit: 0\b/is.test(message)) return { message, code: spent };
  const code = details.find(({ reason }) => reason !== undefined)?.reason ?? status;
  const delay = details.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay;
  const retryAfter = /^(\d+(?:\.\d+)?)s$/.exec(delay ?? '')?.[1] ?? waitInWords(message);
  return { message, code, ...(retryAfter !== null && { retryAfter }) };
}

/** Codes that the HTTP status does not tell: it is that of success in the middle of a stream. */
const byCode = new Map<string, ConnectionFault>([
  ['API_KEY_INVALID', 'key'],
  [spent, 'credit'],
  ['RESOURCE_EXHAUSTED', 'busy'],
  ['RATE_LIMIT_EXCEEDED', 'busy'],
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

function readModels(json: unknown): ReturnType<WireFormat['readModels']> {
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
}

const count = z.int().min(0).nullish().catch(null);
const partSchema = z.object({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  functionCall: z.unknown().optional(),
});
const candidateSchema = z.object({
  content: z.object({ parts: z.array(partSchema).nullish() }).nullish(),
  finishReason: z.string().nullish(),
});
const usageSchema = z.object({
  promptTokenCount: count,
  cachedContentTokenCount: count,
  candidatesTokenCount: count,
  thoughtsTokenCount: count,
});
const contentSchema = z.object({
  candidates: z.array(candidateSchema).nullish(),
  promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish().catch(null),
  usageMetadata: usageSchema.nullish().catch(null),
  modelVersion: z.string().nullish(),
});
type Content = z.infer<typeof contentSchema>;

const filters = ['SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'];
const toolFaults = ['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS'];
const stops = new Map<string, StopReason>([
  ['STOP', 'complete'],
  ['MAX_TOKENS', 'length'],
  ['', 'unknown'],
]);

function readContent(json: unknown): WireReply | JudgeFailure | null {
  const content = contentSchema.safeParse(json).data;
  // Every field of the format may be missing; something that has none of these is in another format.
  if (!content?.candidates && !content?.promptFeedback && !content?.usageMetadata) return null;
  const { candidates, promptFeedback, modelVersion: model } = content;
  const usage = usageOf(content);
  if (promptFeedback?.blockReason)
    return chargedFailure({ code: 'filtered', by: promptFeedback.blockReason }, usage);
  const candidate = candidates?.[0];
  if (!candidate) return chargedFailure({ code: 'no-answer-in-reply' }, usage);
  const finish = candidate.finishReason ?? '';
  if (filters.includes(finish)) return chargedFailure({ code: 'filtered', by: finish }, usage);
  if (toolFaults.includes(finish) || callsIn(content).length > 0)
    return chargedFailure({ code: 'tool-call' }, usage);
  const stop = stops.get(finish);
  if (!stop) return chargedFailure({ code: 'stopped', by: finish }, usage);
  return { text: answerIn(content), stop, ...(model && { model }), ...(usage && { usage }) };
}

function partsOf({ candidates }: Content) {
  return candidates?.[0]?.content?.parts ?? [];
}
function callsIn(content: Content) {
  return partsOf(content).filter(({ functionCall }) => functionCall !== undefined);
}
/** Thoughts are marked, and are no part of the answer. */
function answerIn(content: Content): string {
  return partsOf(content)
    .map(({ text, thought }) => (thought ? '' : (text ?? '')))
    .join('');
}

function usageOf({ usageMetadata: usage }: Content): Usage | undefined {
  if (!usage) return undefined;
  const { candidatesTokenCount: said, thoughtsTokenCount: thought } = usage;
  return usageFrom({
    promptTokens: usage.promptTokenCount,
    cachedTokens: usage.cachedContentTokenCount,
    // Thinking is paid for as well, and a reply that did not get further has nothing else.
    replyTokens: (said ?? thought ?? null) === null ? null : (said ?? 0) + (thought ?? 0),
  });
}

/** Each event of a stream is a reply that holds a piece: the text adds up, the last value counts for the rest. */
function contentAssembly(): Assembly {
  let text = '';
  let finish: string | null = null;
  let rest: Content = {};
  const calls: ReturnType<typeof callsIn> = [];
  return {
    take(json) {
      const content = contentSchema.safeParse(json).data;
      if (!content) return;
      text += answerIn(content);
      calls.push(...callsIn(content));
      finish = content.candidates?.[0]?.finishReason ?? finish;
      rest = {
        promptFeedback: content.promptFeedback ?? rest.promptFeedback,
        usageMetadata: content.usageMetadata ?? rest.usageMetadata,
        modelVersion: content.modelVersion ?? rest.modelVersion,
      };
    },
    soFar: () => ({ text, usage: usageOf(rest) ?? {} }),
    whole: () => {
      // A question that was blocked has no candidate to end.
      if (rest.promptFeedback?.blockReason) return rest;
      if (finish === null) return null;
      return { ...rest, candidates: [{ content: { parts: [{ text }, ...calls] }, finishReason: finish }] };
    },
    isOver: () => false,
  };
}
