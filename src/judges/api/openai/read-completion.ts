import { z } from '../../../kit/zod';
import type { RawReply, StopReason, JudgeFailure, TakenSend } from '../../../judgement/judge';
import { calledTool, filtered, stoppedBy, withoutAnswer } from '../http/call-failure';
import type { WireReply, Assembly } from '../wire-format';

const chunkSchema = z.object({
  model: z.string().nullish(),
  system_fingerprint: z.string().nullish().catch(null),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        delta: z
          .object({
            content: z.unknown(),
            refusal: z.string().nullish(),
            tool_calls: z.array(z.unknown()).nullish(),
          })
          .partial()
          .nullish(),
      }),
    )
    .nullish(),
  usage: z.unknown().optional(),
});
const blocksSchema = z.array(z.object({ type: z.string(), text: z.string().optional() }));

/** The chunks of a streamed completion, put together as the completion that would have come in one piece. */
export function chunkAssembly(): Assembly {
  let text = '';
  let refusal = '';
  let model: string | null = null;
  let sign: string | null = null;
  let finish: string | null = null;
  let usage: unknown = null;
  const calls: unknown[] = [];
  return {
    take(json) {
      const read = chunkSchema.safeParse(json);
      if (!read.success) return;
      model ??= read.data.model ?? null;
      sign ??= read.data.system_fingerprint ?? null;
      usage = read.data.usage ?? usage;
      const choice = read.data.choices?.[0];
      text += textIn(choice?.delta?.content);
      refusal += choice?.delta?.refusal ?? '';
      calls.push(...(choice?.delta?.tool_calls ?? []));
      finish = reasonIn(choice?.finish_reason) ?? finish;
    },
    text: () => text,
    usage: () => usageOf(usageSchema.safeParse(usage).data).usage ?? {},
    whole: (ended = false) =>
      finish === null && !ended
        ? null
        : {
            model,
            system_fingerprint: sign,
            choices: [{ finish_reason: finish, message: { content: text, refusal, tool_calls: calls } }],
            usage,
          },
    isOver: () => false,
  };
}

/** Some servers say with every piece that it has none. */
function reasonIn(told: string | null | undefined): string | null {
  return told === undefined || told === null || told === '' || told === 'null' ? null : told;
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  const blocks = blocksSchema.safeParse(content);
  return blocks.success
    ? blocks.data.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('')
    : '';
}

const count = z.int().min(0).nullish().catch(null);
export const usageSchema = z.object({
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
const completionSchema = z.object({
  model: z.string().nullish(),
  system_fingerprint: z.string().nullish().catch(null),
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({
        content: contentSchema.nullish(),
        refusal: z.string().nullish(),
        tool_calls: z.array(z.unknown()).nullish(),
        function_call: z.unknown().optional(),
      }),
      error: z.object({ message: z.string() }).nullish().catch(null),
    }),
  ),
  // Counting is no reason to lose a reply.
  usage: usageSchema.nullish().catch(null),
});
type Completion = z.infer<typeof completionSchema>;

/** As Ollama signs each of its replies. */
const signOfOllama = 'fp_ollama';

const stops = new Map<string, StopReason>([
  ['stop', 'complete'],
  ['length', 'length'],
  /** Mistral's word for a full window. */
  ['model_length', 'length'],
]);

export function readCompletion(json: unknown): WireReply | JudgeFailure | null {
  const read = completionSchema.safeParse(json);
  if (!read.success) return null;
  const { choices, model, usage, system_fingerprint: sign } = read.data;
  const [choice] = choices;
  const counted = usageOf(usage);
  if (!choice) return withoutAnswer(counted.usage);
  const { message, finish_reason: finish, error } = choice;
  if (finish === 'content_filter') return filtered('', counted.usage);
  if (finish === 'error') return stoppedBy(error?.message ?? '', counted.usage);
  const common = {
    ...(model && { model }),
    ...(sign === signOfOllama && { byOllama: true as const }),
    ...counted,
  };
  if (message.refusal) return { text: message.refusal, stop: 'refused', ...common };
  if ((message.tool_calls?.length ?? 0) > 0 || message.function_call) return calledTool(counted.usage);
  return { text: message.content ?? '', stop: stops.get(finish ?? '') ?? 'unknown', ...common };
}

/** What there is of a reply that an error broke off; nothing where it had not begun. */
export function begunIn(json: unknown): TakenSend | null {
  const read = completionSchema.safeParse(json);
  if (!read.success) return null;
  const text = read.data.choices[0]?.message.content ?? '';
  const { usage } = usageOf(read.data.usage);
  return text === '' && usage === undefined ? null : { usage: usage ?? {}, text };
}

export function usageOf(usage: Completion['usage']): Pick<RawReply, 'usage'> {
  if (!usage) return {};
  const { prompt_tokens: prompt, completion_tokens: reply, prompt_tokens_details: details, cost } = usage;
  return {
    usage: {
      ...(typeof prompt === 'number' && { promptTokens: prompt }),
      ...(typeof details?.cached_tokens === 'number' && { cachedTokens: details.cached_tokens }),
      ...(typeof details?.cache_write_tokens === 'number' && { writtenTokens: details.cache_write_tokens }),
      ...(typeof reply === 'number' && { replyTokens: reply }),
      ...(typeof cost === 'number' && { cost: { amount: cost, currency: 'USD' } }),
    },
  };
}
