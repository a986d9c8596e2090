import type { ListedModel } from '../../../judgement/connection';
import type { JudgeFailure, StopReason, Usage } from '../../../judgement/judge';
import { z } from '../../../kit/zod';
import { chargedFailure } from '../http/exchange';
import type { Provider } from '../providers';
import { faultIn, readError, refusesShape } from './openai-errors';
import {
  sharedPart,
  chatTurns,
  usageFrom,
  type Assembly,
  type RequestOptions,
  type WireFormat,
  type WireReply,
  type WireRequest,
} from './wire-format';

/** OpenAI's chat completions, which most servers speak, each with its provider. */
export function chatCompletions(provider: Provider): WireFormat {
  const sampling = ({ seed, temperature }: Pick<RequestOptions, 'seed' | 'temperature'>) => ({
    ...(seed !== undefined && { [provider.seedName ?? 'seed']: seed }),
    ...(temperature !== undefined && { temperature }),
  });
  const responseFormat = ({ structured, shape, model }: WireRequest) => {
    if (structured === 'prompt') return {};
    if (structured === 'json') return { response_format: { type: 'json_object' } };
    const strict = model.startsWith(provider.strictPrefix ?? '');
    const schema = { name: 'judgement', strict, schema: shape };
    return { response_format: { type: 'json_schema', json_schema: schema } };
  };
  const messages = (question: WireRequest) => {
    const text = sharedPart(question);
    const marked = provider.cachedPrefixes?.some((prefix) => question.model.startsWith(prefix)) === true;
    const content = marked ? [{ type: 'text', text, cache_control: { type: 'ephemeral' } }] : text;
    const turns = chatTurns(question).map((turn) => ({
      role: turn.role === 'model' ? 'assistant' : turn.role,
      content: turn.text,
    }));
    return text === '' ? turns : [{ role: 'system', content }, ...turns];
  };
  return {
    provider: provider.id,
    means: ['schema', 'json', 'prompt'],
    path: () => '/chat/completions',
    headers: (key): Record<string, string> => {
      if (key === '') return {};
      return provider.keyHeader ? { [provider.keyHeader]: key } : { Authorization: `Bearer ${key}` };
    },
    body: (question) => ({
      model: question.model,
      messages: messages(question),
      ...responseFormat(question),
      ...sampling(question),
      ...(provider.routes && question.structured !== 'prompt' && { provider: { require_parameters: true } }),
      ...(question.stream && { stream: true }),
      ...(question.stream &&
        question.countStream &&
        !provider.countsStreams && { stream_options: { include_usage: true } }),
    }),
    parameters: ({ model, structured, ...options }) => ({ model, structured, ...sampling(options) }),
    readReply: readCompletion,
    assembly: chunkAssembly,
    readError,
    faultIn,
    refusesShape,
    modelsPath: () => '/models',
    readModels,
  };
}

const size = z.int().min(1).nullish().catch(null);
/** OpenRouter's prices are text, in US dollars for one token; below zero stands for "it depends". */
const money = z.string().regex(/^\d/).transform(Number).pipe(z.number().min(0)).nullish().catch(null);
const modelSchema = z.object({
  id: z.string().min(1),
  name: z.string().nullish().catch(null),
  // One thing, four names: OpenRouter, Groq, Mistral, vLLM.
  context_length: size,
  context_window: size,
  max_context_length: size,
  max_model_len: size,
  pricing: z
    .object({ prompt: money, completion: money, input_cache_read: money, input_cache_write: money })
    .nullish()
    .catch(null),
  capabilities: z.object({ completion_chat: z.boolean() }).nullish().catch(null),
});
/** Together leaves the wrapper out. */
const listSchema = z.union([
  z.object({ data: z.array(modelSchema) }).transform(({ data }) => data),
  z.array(modelSchema),
]);

function readModels(json: unknown): ReturnType<WireFormat['readModels']> {
  const read = listSchema.safeParse(json);
  if (!read.success) return null;
  const chatting = read.data.filter(({ capabilities }) => capabilities?.completion_chat !== false);
  return { models: chatting.map(listed), next: null };
}

function listed({ id, name, pricing, ...sizes }: z.infer<typeof modelSchema>): ListedModel {
  const context =
    sizes.context_length ?? sizes.context_window ?? sizes.max_context_length ?? sizes.max_model_len;
  const { prompt, completion, input_cache_read: cached, input_cache_write: written } = pricing ?? {};
  const hasPrice = typeof prompt === 'number' && typeof completion === 'number';
  return {
    id,
    ...(name && name !== id && { name }),
    ...(context && { context }),
    ...(hasPrice && {
      price: {
        currency: 'USD',
        prompt: perMillion(prompt),
        reply: perMillion(completion),
        ...(typeof cached === 'number' && { cached: perMillion(cached) }),
        ...(typeof written === 'number' && { written: perMillion(written) }),
      },
    }),
  };
}

/** Rounds off the error of multiplying fractions. */
function perMillion(perToken: number): number {
  return Number((perToken * 1_000_000).toPrecision(12));
}

const count = z.int().min(0).nullish().catch(null);
const usageSchema = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  /** The second of them is OpenRouter's. */
  prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish().catch(null),
  /** Of OpenRouter, whose credits are US dollars. */
  cost: z.number().min(0).nullish().catch(null),
});
/** Mistral's thinking models answer in blocks, of which only the text is the answer. */
const contentSchema = z.union([
  z.string(),
  z
    .array(z.object({ type: z.string(), text: z.string().optional().catch(undefined) }))
    .transform((blocks) => blocks.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('')),
]);
const messageSchema = z.object({
  content: contentSchema.nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(z.unknown()).nullish(),
  function_call: z.unknown().optional(),
});
const completionSchema = z.object({
  model: z.string().nullish(),
  system_fingerprint: z.string().nullish().catch(null),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: messageSchema.optional(),
        delta: messageSchema.nullish(),
        error: z.object({ message: z.string() }).nullish().catch(null),
      }),
    )
    .nullish(),
  // A reply is not lost because its counts cannot be read.
  usage: usageSchema.nullish().catch(null),
});

const ollamaFingerprint = 'fp_ollama';

const stops = new Map<string, StopReason>([
  ['stop', 'complete'],
  ['length', 'length'],
  /** Mistral's word for a full window. */
  ['model_length', 'length'],
]);

function readCompletion(json: unknown): WireReply | JudgeFailure | null {
  const read = completionSchema.safeParse(json);
  if (!read.success || !read.data.choices) return null;
  const { choices, model, system_fingerprint: fingerprint } = read.data;
  const usage = usageOf(read.data.usage);
  const [choice] = choices;
  if (!choice) return chargedFailure({ code: 'no-answer-in-reply' }, usage);
  const { message, finish_reason: finish, error } = choice;
  if (!message) return null;
  if (finish === 'content_filter') return chargedFailure({ code: 'filtered', by: '' }, usage);
  if (finish === 'error') return chargedFailure({ code: 'stopped', by: error?.message ?? '' }, usage);
  const common = {
    ...(model && { model }),
    ...(fingerprint === ollamaFingerprint && { byOllama: true as const }),
    ...(usage && { usage }),
  };
  if (message.refusal) return { text: message.refusal, stop: 'refused', ...common };
  if ((message.tool_calls?.length ?? 0) > 0 || message.function_call)
    return chargedFailure({ code: 'tool-call' }, usage);
  return { text: message.content ?? '', stop: stops.get(finish ?? '') ?? 'unknown', ...common };
}

function usageOf(usage: z.infer<typeof completionSchema>['usage']): Usage | undefined {
  if (!usage) return undefined;
  return usageFrom({
    promptTokens: usage.prompt_tokens,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens,
    writtenTokens: usage.prompt_tokens_details?.cache_write_tokens,
    replyTokens: usage.completion_tokens,
    cost: typeof usage.cost === 'number' ? { amount: usage.cost, currency: 'USD' } : null,
  });
}

function chunkAssembly(): Assembly {
  let text = '';
  let refusal = '';
  let finish: string | null = null;
  let rest: Pick<z.infer<typeof completionSchema>, 'model' | 'system_fingerprint' | 'usage'> = {};
  const calls: unknown[] = [];
  return {
    take(json) {
      const chunk = completionSchema.safeParse(json).data;
      if (!chunk) return;
      rest = {
        model: rest.model ?? chunk.model,
        system_fingerprint: rest.system_fingerprint ?? chunk.system_fingerprint,
        usage: chunk.usage ?? rest.usage,
      };
      const { delta, finish_reason: reason } = chunk.choices?.[0] ?? {};
      text += delta?.content ?? '';
      refusal += delta?.refusal ?? '';
      calls.push(...(delta?.tool_calls ?? []));
      // Some servers say with every piece that it has none.
      if (reason && reason !== 'null') finish = reason;
    },
    soFar: () => ({ text, usage: usageOf(rest.usage) ?? {} }),
    whole: (ended = false) => {
      const message = { content: text, refusal, tool_calls: calls };
      return finish === null && !ended ? null : { ...rest, choices: [{ finish_reason: finish, message }] };
    },
    isOver: () => false,
  };
}
