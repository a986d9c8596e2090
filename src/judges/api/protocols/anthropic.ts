import type { ConnectionFault } from '../../../judgement/connection';
import type { JudgeFailure, StopReason, Usage } from '../../../judgement/judge';
import { z } from '../../../kit/zod';
import { withoutLengths } from '../../../rubric/shape/portable';
import { chargedFailure } from '../http/exchange';
import type { Provider } from '../providers';
import {
  sharedPart,
  chatTurns,
  errorText,
  usageFrom,
  type Assembly,
  type WireError,
  type WireFormat,
  type WireReply,
  type WireRequest,
} from './wire-format';

/** The protocol wants a limit. Every model of today takes this one, and no judgement is so long. */
const mostTokens = 8192;

/** Anthropic's messages. The protocol has no seed. */
export function messages({ id }: Provider): WireFormat {
  return {
    provider: id,
    means: ['schema', 'prompt'],
    path: () => '/messages',
    headers: (key) => ({
      'anthropic-version': '2023-06-01',
      // Without it the service refuses every page, whatever the key.
      'anthropic-dangerous-direct-browser-access': 'true',
      ...(key !== '' && { 'x-api-key': key }),
    }),
    body: (question) => ({
      model: question.model,
      max_tokens: mostTokens,
      ...system(question),
      messages: chatTurns(question).map(({ role, text }) => ({
        role: role === 'model' ? 'assistant' : role,
        content: text,
      })),
      ...(question.structured === 'schema' && {
        output_config: { format: { type: 'json_schema', schema: withoutLengths(question.shape) } },
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
    refusesShape: ({ message }) =>
      /output_?config|output[_ ]format|structured[ _-]?outputs?|json_?schema|\bschema\b/i.test(message),
    modelsPath: (page) => `/models?limit=1000${page === null ? '' : `&after_id=${encodeURIComponent(page)}`}`,
    readModels,
  };
}

/** The service reuses a shared beginning only where it is marked. */
function system(question: WireRequest) {
  const text = sharedPart(question);
  // An empty block is refused.
  return text === '' ? {} : { system: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }] };
}

const errorSchema = z.object({
  type: z.literal('error'),
  error: z.object({
    type: z.string(),
    message: errorText,
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

/** Types that the HTTP status does not tell: it is that of success in the middle of a stream. */
const byType = new Map<string, ConnectionFault>([
  ['enforced_spend_limit_reached', 'credit'],
  ['rate_limit_error', 'busy'],
  ['overloaded_error', 'busy'],
]);

function faultIn({ code, message }: WireError): ConnectionFault | null {
  if (/credit balance is too low|reached your specified (\w+ )?(api )?usage limits/i.test(message))
    return 'credit';
  // An organization may forbid its keys to pages.
  if (/^cors requests are not allowed\b/i.test(message)) return 'refused';
  if (/prompt is too long|exceed context limit/i.test(message)) return 'too-long';
  if (code === 'not_found_error' && /^model\b/i.test(message)) return 'model';
  return byType.get(code) ?? null;
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

function readModels(json: unknown): ReturnType<WireFormat['readModels']> {
  const read = listSchema.safeParse(json);
  if (!read.success) return null;
  const { data, has_more: more, last_id: last } = read.data;
  const models = data.map(({ id, display_name: name, max_input_tokens: context }) => ({
    id,
    ...(name && { name }),
    ...(context && { context }),
  }));
  return { models, next: more ? (last ?? null) : null };
}

const count = z.int().min(0).nullish().catch(null);
const usageSchema = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
});
const messageSchema = z.object({
  type: z.literal('message'),
  model: z.string().nullish(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional().catch(undefined) })),
  stop_reason: z.string().nullish(),
  usage: usageSchema.nullish().catch(null),
});

const stops = new Map<string, StopReason>([
  ['end_turn', 'complete'],
  ['stop_sequence', 'complete'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'refused'],
]);

export function readMessage(json: unknown): WireReply | JudgeFailure | null {
  const read = messageSchema.safeParse(json);
  if (!read.success) return null;
  const { content, stop_reason: reason, model } = read.data;
  const usage = read.data.usage ? usageOf(read.data.usage) : undefined;
  if (reason === 'tool_use' || content.some(({ type }) => type.endsWith('tool_use')))
    return chargedFailure({ code: 'tool-call' }, usage);
  if (reason === 'pause_turn') return chargedFailure({ code: 'stopped', by: reason }, usage);
  // Thinking comes in blocks of its own, and is no part of the answer.
  const text = content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('');
  const stop = stops.get(reason ?? '') ?? 'unknown';
  return { text, stop, ...(model && { model }), ...(usage && { usage }) };
}

/** Unlike elsewhere, tokens read from the cache or put there are not among the input tokens. */
function usageOf(usage: z.infer<typeof usageSchema>): Usage {
  const { input_tokens: input, output_tokens: replyTokens, cache_read_input_tokens: cachedTokens } = usage;
  const { cache_creation_input_tokens: writtenTokens } = usage;
  const promptTokens = typeof input === 'number' ? input + (cachedTokens ?? 0) + (writtenTokens ?? 0) : null;
  return usageFrom({ promptTokens, cachedTokens, writtenTokens, replyTokens });
}

const eventUsage = z.record(z.string(), z.unknown()).nullish().catch(null);
/** The fields of every kind of event. Each event has a few of them. */
const eventSchema = z.object({
  type: z.string(),
  message: z.object({ model: z.string().nullish(), usage: eventUsage }).optional(),
  content_block: z.object({ type: z.string() }).optional(),
  delta: z
    .object({ type: z.string().optional(), text: z.string().optional(), stop_reason: z.string().nullish() })
    .optional(),
  usage: eventUsage,
});

export function eventAssembly(): Assembly {
  let text = '';
  let model: string | null = null;
  let reason: string | null = null;
  const counted: Record<string, unknown> = {};
  let stopped = false;
  const others: { type: string }[] = [];
  return {
    take(json) {
      const { type, message, content_block: block, delta, usage } = eventSchema.safeParse(json).data ?? {};
      model = message?.model ?? model;
      if (block && block.type !== 'text') others.push(block);
      if (delta?.type === 'text_delta') text += delta.text ?? '';
      reason = delta?.stop_reason ?? reason;
      // Counts are of the whole message so far; null stands for one that is not repeated.
      for (const [name, value] of Object.entries({ ...message?.usage, ...usage }))
        if (value !== null) counted[name] = value;
      stopped ||= type === 'message_stop';
    },
    soFar: () => {
      const { replyTokens, ...sent } = usageOf(usageSchema.parse(counted));
      // Until the message ends, the reply's count is that of its beginning.
      return { text, usage: reason === null ? sent : { ...sent, replyTokens } };
    },
    whole: () => {
      const content = [...others, { type: 'text', text }];
      return stopped ? { type: 'message', model, content, stop_reason: reason, usage: counted } : null;
    },
    isOver: () => stopped,
  };
}
