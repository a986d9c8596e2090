import { z } from '../../../kit/zod';
import type { ConnectionFault } from '../../../judgement/connection';
import { waitInWords } from '../http/wait';
import type { WireError } from '../wire-format';
import { begunIn } from './read-completion';
import { jsonIn } from '../http/send';

/** What OpenRouter tells beside an error. */
const metadataSchema = z
  .object({
    /** What a moderation found. */
    reasons: z.array(z.string()).nullish().catch(null),
    /** What a guard that the account has set up found. */
    patterns: z.array(z.unknown()).nullish().catch(null),
    /** Which limit on spending it is about. */
    limit_source: z.string().nullish().catch(null),
    /** Its own word for what went wrong, whoever runs the model. */
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

/** The error of the company that runs the model, with its name; null where there is none. */
function saidUpstream(
  { raw, provider_name: name }: Metadata,
  read: (json: unknown) => WireError | null,
): WireError | null {
  const error = read(typeof raw === 'string' ? jsonIn(raw) : raw) ?? asText(raw);
  if (error === null || error.message.trim() === '') return null;
  return { ...error, message: name ? `${error.message} (${name})` : error.message };
}

function asText(raw: unknown): WireError | null {
  return typeof raw === 'string' ? { message: raw, code: '' } : null;
}

/** When it takes questions again, as a Retry-After header says it: limits by the day are told by their end alone. */
function waitIn(metadata: Metadata | null | undefined): string | null {
  const { headers, retry_after_seconds: seconds } = metadata ?? {};
  const milliseconds = headers?.['X-RateLimit-Reset'] ?? '';
  // A header has whole seconds; a part of one too early is too early.
  if (/^\d{13}$/.test(milliseconds))
    return new Date(Math.ceil(Number(milliseconds) / 1000) * 1000).toUTCString();
  return typeof seconds === 'number' ? String(seconds) : (headers?.['Retry-After'] ?? null);
}

/** Whether somebody's filter stopped the question: a moderation, or a guard of the account. */
function isBlocked(metadata: Metadata | null | undefined): boolean {
  return (metadata?.reasons?.length ?? 0) > 0 || (metadata?.patterns?.length ?? 0) > 0;
}

const code = z.union([z.string(), z.number()]).nullish().catch(null);
const detailsSchema = z.object({
  message: z.string(),
  code,
  type: code,
  param: z.string().nullish().catch(null),
  /** Of Groq: a reply that did not fit the schema. */
  failed_generation: z.string().nullish().catch(null),
  metadata: metadataSchema,
});
type Details = z.infer<typeof detailsSchema>;

const bare = (message: string): Details => ({
  message,
  code: null,
  type: null,
  param: null,
  failed_generation: null,
  metadata: null,
});
/** What FastAPI says of a field that it does not take. */
const fieldsSchema = z
  .array(z.object({ msg: z.string(), loc: z.array(z.union([z.string(), z.number()])).catch([]) }))
  .min(1)
  .transform((fields) => bare(fields.map(({ msg, loc }) => `${loc.join('.')}: ${msg}`).join('; ')));

/** OpenAI wraps its errors; some servers put a bare text there, and others leave the wrapper out. */
const errorSchema = z.union([
  z.object({ error: detailsSchema }).transform(({ error }) => error),
  z.object({ error: z.string() }).transform(({ error }) => bare(error)),
  detailsSchema.extend({ object: z.literal('error') }),
  z
    .object({ object: z.literal('error'), message: z.object({ detail: fieldsSchema }) })
    .transform(({ message }) => message.detail),
  z.object({ detail: z.string() }).transform(({ detail }) => bare(detail)),
  z.object({ detail: fieldsSchema }).transform(({ detail }) => detail),
]);

const filters: ReadonlySet<string> = new Set(['content_filter', 'content_policy_violation', 'refusal']);
/** OpenAI, whose code for it also stands for other faults of a question; a guard of OpenRouter. */
const filterWords = /\bflagged as potentially violating\b|^request blocked\b/i;

/** Without one of these it is no error in any form: trying them all takes longer than reading the reply. */
function mayBeError(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return 'error' in json || 'detail' in json || ('object' in json && json.object === 'error');
}

/** OpenRouter puts it into the answer where whoever runs the model breaks off. */
function errorInChoice(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || !('choices' in json)) return null;
  if (!Array.isArray(json.choices)) return null;
  const choices: readonly unknown[] = json.choices;
  const [first] = choices;
  return typeof first === 'object' && first !== null && 'error' in first ? first.error : null;
}

export function readError(json: unknown): WireError | null {
  const inChoice = errorInChoice(json) ?? null;
  if (inChoice !== null) {
    const error = readError({ error: inChoice });
    const came = begunIn(json);
    return error && came ? { ...error, came } : error;
  }
  if (!mayBeError(json)) return null;
  const read = errorSchema.safeParse(json);
  if (!read.success) return null;
  const { message, code, type, param, failed_generation: said, metadata } = read.data;
  const wait = waitIn(metadata);
  const status = typeof code === 'number' && { status: code };
  const upstream = metadata && saidUpstream(metadata, readError);
  if (upstream) {
    const own = ofAccounts.has(upstream.code) ? '' : upstream.code;
    const { retryAfter = wait } = upstream;
    return {
      ...upstream,
      ...status,
      code: own || (metadata.error_type ?? ''),
      ...(retryAfter !== null && { retryAfter }),
    };
  }
  const named = metadata?.limit_source ?? metadata?.error_type ?? tellingName(nameOf(code), nameOf(type));
  const retryAfter = wait ?? waitInWords(message);
  const blocked = filterWords.test(message) || isBlocked(metadata);
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

/** A number is a status. */
function nameOf(code: string | number | null | undefined): string | null {
  return typeof code === 'string' ? code : null;
}

/** New codes come with types that are known. */
function tellingName(code: string | null, type: string | null): string {
  const known = code !== null && (byCode.has(code) || filters.has(code));
  if (!known && type !== null && byCode.has(type)) return type;
  return code ?? type ?? '';
}

/** Said to a router, they are about its own account, not the person's. */
const ofAccounts: ReadonlySet<string> = new Set([
  'invalid_api_key',
  'insufficient_quota',
  'billing_not_active',
]);

const byCode = new Map<string, ConnectionFault>([
  ['invalid_api_key', 'key'],
  ['insufficient_quota', 'credit'],
  ['billing_not_active', 'credit'],
  ['billing_hard_limit_reached', 'credit'],
  ['credit_balance_exhausted', 'credit'],
  ['organization_spend_limit_exceeded', 'credit'],
  ['organization_usage_limit_exceeded', 'credit'],
  ['project_spend_limit_exceeded', 'credit'],
  // Of Groq, where a limit on spending is reached.
  ['blocked_api_access', 'credit'],
  ['openrouter_credits', 'credit'],
  ['openrouter_key_limit', 'credit'],
  ['openrouter_guardrail_budget', 'credit'],
  ['openrouter_workspace_budget', 'credit'],
  // What is under way could cost more than the account has: that passes when some of it is done.
  ['openrouter_in_flight_budget', 'busy'],
  ['model_not_found', 'model'],
  ['model_decommissioned', 'model'],
  ['DeploymentNotFound', 'model'],
  ['context_length_exceeded', 'too-long'],
  ['exceed_context_size_error', 'too-long'],
  ['string_too_long', 'too-long'],
  ['payload_too_large', 'too-long'],
  ['rate_limit_exceeded', 'busy'],
  ['provider_overloaded', 'busy'],
  ['unsupported_country_region_territory', 'refused'],
]);

export function faultIn({ code, message }: WireError): ConnectionFault | null {
  // One question that is more than a whole minute's share: OpenAI and Groq name it as they name a crowd, and waiting never helps it.
  if (/^request too large\b/i.test(message)) return 'too-long';
  // LM Studio says so with a status as if all were well.
  if (/^unexpected endpoint or method\b/i.test(message)) return 'address';
  const known = byCode.get(code);
  if (known) return known;
  if (/^key limit exceeded\b/i.test(message)) return 'credit';
  // Azure; OpenAI. The key is good, and not from here.
  if (/virtual network\/firewall rules|\bip (address )?(is )?not authorized\b/i.test(message))
    return 'refused';
  // OpenRouter's word for a model that nobody offers with what was asked for: there is one.
  if (aboutParameters.test(message)) return 'request';
  if (/^no endpoints found for\b/i.test(message)) return 'model';
  if (/\bmodel\b.*(not found|does not exist|not exist|unknown)/is.test(message)) return 'model';
  if (/(not a valid|invalid) model\b/i.test(message)) return 'model';
  if (/context (length|size|window)|maximum context/i.test(message)) return 'too-long';
  // OpenAI; Ollama; llama.cpp, as long as it is not ready.
  if (/\boverloaded\b|^server busy\b|^loading model$/i.test(message)) return 'busy';
  return null;
}

const aboutParameters = /no endpoints found that (can handle|support)/i;
const aboutShape =
  /response_?format|json_?schema|json_?object|structured[ _-]?outputs?|json mode|\bschema\b|grammar/i;

export function refusesShape({ message, about = '' }: WireError): boolean {
  return aboutShape.test(`${about} ${message}`) || aboutParameters.test(message);
}
