import type { Structured, ConnectionFault } from '../../../judgement/connection';
import type { Provider } from '../providers';
import {
  sharedPart,
  type WireFormat,
  type WireRequest,
  type ModelListing,
  type WireError,
} from '../wire-format';
import { eventAssembly, readMessage } from './read-message';
import { z } from '../../../kit/zod';

const errorSchema = z.object({
  type: z.literal('error'),
  error: z.object({
    type: z.string(),
    message: z.string(),
    details: z.object({ error_code: z.string() }).nullish().catch(null),
  }),
});

function readError(json: unknown): WireError | null {
  const read = errorSchema.safeParse(json);
  if (!read.success) return null;
  const { type, message, details } = read.data.error;
  const code = details?.error_code ?? '';
  return { message, code: byType.has(code) ? code : type };
}

const byType = new Map<string, ConnectionFault>([
  ['authentication_error', 'key'],
  ['permission_error', 'key'],
  ['billing_error', 'credit'],
  ['enforced_spend_limit_reached', 'credit'],
  ['request_too_large', 'too-long'],
  ['rate_limit_error', 'busy'],
  ['overloaded_error', 'busy'],
  ['api_error', 'server'],
  ['timeout_error', 'server'],
]);

function faultIn({ code, message }: WireError): ConnectionFault | null {
  if (/credit balance is too low|reached your specified (\w+ )?(api )?usage limits/i.test(message))
    return 'credit';
  // An organization may forbid its keys to pages, whichever it is.
  if (/^cors requests are not allowed\b/i.test(message)) return 'refused';
  if (/prompt is too long|exceed context limit/i.test(message)) return 'too-long';
  if (code === 'not_found_error' && /^model\b/i.test(message)) return 'model';
  return byType.get(code) ?? null;
}

function refusesShape({ message }: WireError): boolean {
  return /output_?config|output[_ ]format|structured[ _-]?outputs?|json_?schema|\bschema\b/i.test(message);
}

const listSchema = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1),
      display_name: z.string().nullish().catch(null),
      max_input_tokens: z.int().min(1).nullish().catch(null),
    }),
  ),
  has_more: z.boolean().catch(false),
  last_id: z.string().nullish(),
});

const modelListing: ModelListing = {
  path: (page) => `/models?limit=1000${page === null ? '' : `&after_id=${encodeURIComponent(page)}`}`,
  read(json) {
    const read = listSchema.safeParse(json);
    if (!read.success) return null;
    const { data, has_more: more, last_id: last } = read.data;
    const models = data.map(({ id, display_name: name, max_input_tokens: context }) => ({
      id,
      ...(name && { name }),
      ...(context && { context }),
    }));
    return { models, next: more ? (last ?? null) : null };
  },
};

const means: readonly Structured[] = ['schema', 'prompt'];
const path = () => '/messages';
/** The format wants a limit. Every model of today takes this one, and no judgement is so long. */
const mostTokens = 8192;

/** The format of Anthropic's messages. It has no seed. */
export function messages({ id }: Provider): WireFormat {
  return {
    provider: id,
    means,
    path,
    streamPath: path,
    headers: (key): Record<string, string> => ({
      'anthropic-version': '2023-06-01',
      // Without it the service refuses every page, whoever's key it is.
      'anthropic-dangerous-direct-browser-access': 'true',
      ...(key !== '' && { 'x-api-key': key }),
    }),
    body: (question) => ({
      model: question.model,
      max_tokens: mostTokens,
      ...system(question),
      messages: turns(question),
      ...(question.structured === 'schema' && {
        output_config: { format: { type: 'json_schema', schema: question.shape } },
      }),
      ...(question.temperature !== undefined && { temperature: question.temperature }),
      ...(question.stream && { stream: true }),
    }),
    parameters: ({ model, structured, temperature }) => ({
      model,
      structured,
      max_tokens: mostTokens,
      ...(temperature !== undefined && { temperature }),
    }),
    readReply: readMessage,
    assembly: eventAssembly,
    readError,
    faultIn,
    refusesShape,
    models: modelListing,
  };
}

/** Marked, since the service reuses a shared beginning only where it is told to. */
function system(question: WireRequest) {
  const text = sharedPart(question);
  // An empty block is refused.
  return text === '' ? {} : { system: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }] };
}

function turns({ prompt, previous }: WireRequest) {
  const asked = { role: 'user', content: prompt.own };
  if (!previous) return [asked];
  const problem = { role: 'user', content: previous.problem };
  // A turn without words is refused.
  return previous.text.trim() === ''
    ? [asked, problem]
    : [asked, { role: 'assistant', content: previous.text }, problem];
}
