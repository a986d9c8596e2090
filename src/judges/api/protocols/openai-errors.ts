import type { ConnectionFault } from '../../../judgement/connection';
import { z } from '../../../kit/zod';
import { parseJson } from '../../../kit/json';
import { waitInWords } from '../http/exchange';
import { errorText, type WireError } from './wire-format';

const metadataSchema = z
  .object({
    reasons: z.array(z.string()).nullish().catch(null),
    patterns: z.array(z.unknown()).nullish().catch(null),
    limit_source: z.string().nullish().catch(null),
    /** OpenRouter's own word for the error, whichever company runs the model. */
    error_type: z.string().nullish().catch(null),
    retry_after_seconds: z.number().min(0).nullish().catch(null),
    /** What the company behind it said, as text or JSON: OpenRouter's own message is then the same for all. */
    raw: z.unknown().optional(),
    provider_name: z.string().nullish().catch(null),
    /** Headers that a page could not read, given once more. */
    headers: z
      .object({ 'X-RateLimit-Reset': z.string().nullish(), 'Retry-After': z.string().nullish() })
      .nullish()
      .catch(null),
  })
  .nullish()
  .catch(null);
type Metadata = NonNullable<z.infer<typeof metadataSchema>>;

const code = z.union([z.string(), z.number()]).nullish().catch(null);
const detailsSchema = z.object({
  message: errorText,
  code,
  type: code,
  param: z.string().nullish().catch(null),
  /** Of Groq: a reply that did not fit the schema. */
  failed_generation: z.string().nullish().catch(null),
  metadata: metadataSchema,
});
type Details = z.infer<typeof detailsSchema>;

const fieldsSchema = z
  .array(z.object({ msg: z.string(), loc: z.array(z.union([z.string(), z.number()])).catch([]) }))
  .min(1)
  .transform((fields) => fields.map(({ msg, loc }) => `${loc.join('.')}: ${msg}`).join('; '))
  .pipe(errorText);
const words = (schema: z.ZodType<string>) => schema.transform((message): Details => ({ message }));

/** OpenAI wraps its errors; some servers put a bare text there, and others leave the wrapper out. */
const errorSchema = z.union([
  z.object({ error: z.union([detailsSchema, words(errorText)]) }).transform(({ error }) => error),
  detailsSchema.extend({ object: z.literal('error') }),
  z
    .object({ object: z.literal('error'), message: z.object({ detail: words(fieldsSchema) }) })
    .transform(({ message }) => message.detail),
  z.object({ detail: z.union([words(errorText), words(fieldsSchema)]) }).transform(({ detail }) => detail),
]);

/** OpenRouter puts the error into the answer where the company that runs the model breaks off. */
const choiceErrorSchema = z.object({
  choices: z.tuple([z.object({ error: z.unknown() })]).rest(z.unknown()),
});

export function readError(json: unknown): WireError | null {
  const inChoice = choiceErrorSchema.safeParse(json).data?.choices[0].error ?? null;
  if (inChoice !== null) return readError({ error: inChoice });
  if (!mayBeError(json)) return null;
  const read = errorSchema.safeParse(json);
  if (!read.success) return null;
  const { message, code, type, param, failed_generation: said, metadata } = read.data;
  const status = typeof code === 'number' && { status: code };
  const wait = metadata ? waitIn(metadata) : null;
  const upstream = metadata && readUpstream(metadata);
  if (metadata && upstream) {
    const own = ofAccounts.includes(upstream.code) ? '' : upstream.code;
    const { retryAfter = wait } = upstream;
    return {
      ...upstream,
      ...status,
      code: own || (metadata.error_type ?? ''),
      ...(retryAfter !== null && { retryAfter }),
    };
  }
  const named = metadata?.limit_source ?? metadata?.error_type ?? knownName(code, type);
  const retryAfter = wait ?? waitInWords(message);
  const found = [...(metadata?.reasons ?? []), ...(metadata?.patterns ?? [])];
  const blocked = filterWords.test(message) || found.length > 0;
  return {
    message,
    // A guard says what it found in words alone.
    code: blocked && named === '' ? message : named,
    ...status,
    ...(retryAfter !== null && { retryAfter }),
    ...(param && { about: param }),
    ...((filters.has(named) || blocked) && { filtered: true }),
    ...(named === 'json_validate_failed' && { reply: said ?? '' }),
    ...(named === 'tool_use_failed' && { calledTool: true }),
  };
}

/** Trying all forms of an error takes longer than reading the reply. */
function mayBeError(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return 'error' in json || 'detail' in json || ('object' in json && json.object === 'error');
}

/** The error of the company that runs the model, with its name; null where there is none. */
function readUpstream({ raw, provider_name: name }: Metadata): WireError | null {
  const text = typeof raw === 'string' ? raw : '';
  const error = readError(text === '' ? raw : parseJson(text)) ?? { message: text.slice(0, 4000), code: '' };
  if (error.message.trim() === '') return null;
  return { ...error, message: name ? `${error.message} (${name})` : error.message };
}

/** Limits by the day name their end alone. */
function waitIn({ headers, retry_after_seconds: seconds }: Metadata): string | null {
  const milliseconds = headers?.['X-RateLimit-Reset'] ?? '';
  // A header has whole seconds; a part of one too early is too early.
  if (/^\d{13}$/.test(milliseconds))
    return new Date(Math.ceil(Number(milliseconds) / 1000) * 1000).toUTCString();
  return typeof seconds === 'number' ? String(seconds) : (headers?.['Retry-After'] ?? null);
}

/** A number is a status. New codes come with known types. */
function knownName(code: Details['code'], type: Details['type']): string {
  const names = [code, type].filter((name) => typeof name === 'string');
  return names.find((name) => matching(faultsByCode, name) || filters.has(name)) ?? names[0] ?? '';
}

const filters: ReadonlySet<string> = new Set(['content_filter', 'content_policy_violation', 'refusal']);
/** OpenAI, whose code for it also stands for other faults of a question; a guard of OpenRouter. */
const filterWords = /\bflagged as potentially violating\b|^request blocked\b/i;

/** Said to a router, they are about its own account, not the person's. */
const ofAccounts = ['invalid_api_key', 'insufficient_quota', 'billing_not_active'];

type FaultPatterns = readonly [RegExp, ConnectionFault][];
/** Providers name new codes of a kind alike. */
const faultsByCode: FaultPatterns = [
  [/^invalid_api_key$/, 'key'],
  // Requests under way could cost more than the account has: that passes when some of them are done.
  [/_in_flight_budget$|^rate_limit_exceeded$|^provider_overloaded$/, 'busy'],
  // Groq blocks access where a limit on spending is reached.
  [/_quota$|^billing_|credit|_(spend|usage|key)_limit|_budget$|^blocked_api_access$/, 'credit'],
  [/^model_not_found$|^model_decommissioned$|^DeploymentNotFound$/, 'model'],
  [/^context_length_exceeded$|^exceed_context_size_error$|^(string_too_long|payload_too_large)$/, 'too-long'],
  [/^unsupported_country_region_territory$/, 'refused'],
];

const aboutParameters = /no endpoints found that (can handle|support)/i;
const faultsByWords: FaultPatterns = [
  [/^key limit exceeded\b/i, 'credit'],
  // Azure; OpenAI. The key is good, and not from here.
  [/virtual network\/firewall rules|\bip (address )?(is )?not authorized\b/i, 'refused'],
  // OpenRouter has the model, but no company offers it with these parameters.
  [aboutParameters, 'request'],
  [/^no endpoints found for\b/i, 'model'],
  [/\bmodel\b.*(not found|does not exist|not exist|unknown)/is, 'model'],
  [/(not a valid|invalid) model\b/i, 'model'],
  [/context (length|size|window)|maximum context/i, 'too-long'],
  // OpenAI; Ollama; llama.cpp, as long as it is not ready.
  [/\boverloaded\b|^server busy\b|^loading model$/i, 'busy'],
];

export function faultIn({ code, message }: WireError): ConnectionFault | null {
  // One question that is more than a whole minute's limit: OpenAI and Groq give it the code of a rate limit, and waiting never helps.
  if (/^request too large\b/i.test(message)) return 'too-long';
  // LM Studio says so with a status of success.
  if (/^unexpected endpoint or method\b/i.test(message)) return 'address';
  return matching(faultsByCode, code) ?? matching(faultsByWords, message) ?? null;
}

function matching(patterns: FaultPatterns, text: string): ConnectionFault | undefined {
  return patterns.find(([pattern]) => pattern.test(text))?.[1];
}

const aboutShape =
  /response_?format|json_?schema|json_?object|structured[ _-]?outputs?|json mode|\bschema\b|grammar/i;

export function refusesShape({ message, about = '' }: WireError): boolean {
  return aboutShape.test(`${about} ${message}`) || aboutParameters.test(message);
}
