import { z } from '../../../kit/zod';
import type { RawReply, StopReason, JudgeFailure } from '../../../judgement/judge';
import { calledTool, stoppedBy } from '../http/call-failure';
import type { WireReply, Assembly } from '../wire-format';

const usage = z.record(z.string(), z.unknown()).nullish().catch(null);
const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: z.object({ model: z.string().nullish(), usage }) }),
  z.object({ type: z.literal('content_block_start'), content_block: z.object({ type: z.string() }) }),
  z.object({
    type: z.literal('content_block_delta'),
    delta: z.object({ type: z.string(), text: z.string().optional() }),
  }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage,
  }),
  z.object({ type: z.literal('message_stop') }),
]);

/** The events of a streamed message, put together as the message that would have come in one piece. Unknown ones are passed over. */
export function eventAssembly(): Assembly {
  let text = '';
  let model: string | null = null;
  let reason: string | null = null;
  let counted: Record<string, unknown> = {};
  let stopped = false;
  const others: { type: string }[] = [];
  return {
    take(json) {
      const read = eventSchema.safeParse(json);
      if (!read.success) return;
      const event = read.data;
      switch (event.type) {
        case 'message_start':
          model = event.message.model ?? null;
          counted = { ...event.message.usage };
          break;
        case 'content_block_start':
          if (event.content_block.type !== 'text') others.push({ type: event.content_block.type });
          break;
        case 'content_block_delta':
          if (event.delta.type === 'text_delta') text += event.delta.text ?? '';
          break;
        case 'message_delta':
          reason = event.delta.stop_reason ?? reason;
          // These counts are of the whole message so far; null stands for one that is not told again.
          for (const [name, count] of Object.entries(event.usage ?? {}))
            if (count !== null) counted[name] = count;
          break;
        case 'message_stop':
          stopped = true;
          break;
      }
    },
    text: () => text,
    usage: () => {
      const { replyTokens, ...sent } = usageOf(usageSchema.safeParse(counted).data).usage ?? {};
      // Before the first word of its end only what was sent is counted: the reply's count is that of its beginning.
      return { ...sent, ...(reason !== null && replyTokens !== undefined && { replyTokens }) };
    },
    whole: () =>
      stopped
        ? {
            type: 'message',
            model,
            content: [...others, { type: 'text', text }],
            stop_reason: reason,
            usage: counted,
          }
        : null,
    isOver: () => stopped,
  };
}

const count = z.int().min(0).nullish().catch(null);
export const usageSchema = z.object({
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
type Message = z.infer<typeof messageSchema>;

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
  const { content, stop_reason: reason, model, usage } = read.data;
  const counted = usageOf(usage);
  if (reason === 'tool_use' || content.some(({ type }) => type.endsWith('tool_use')))
    return calledTool(counted.usage);
  if (reason === 'pause_turn') return stoppedBy(reason, counted.usage);
  // Thinking comes in blocks of its own, and is no part of the answer.
  const text = content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('');
  return { text, stop: stops.get(reason ?? '') ?? 'unknown', ...(model && { model }), ...counted };
}

/** What was read from the cache or put there is not among the input tokens here, as it is elsewhere. */
export function usageOf(usage: Message['usage']): Pick<RawReply, 'usage'> {
  if (!usage) return {};
  const { input_tokens: input, output_tokens: reply, cache_read_input_tokens: cached } = usage;
  const { cache_creation_input_tokens: written } = usage;
  const prompt = typeof input === 'number' ? input + (cached ?? 0) + (written ?? 0) : null;
  return {
    usage: {
      ...(prompt !== null && { promptTokens: prompt }),
      ...(typeof cached === 'number' && { cachedTokens: cached }),
      ...(typeof written === 'number' && { writtenTokens: written }),
      ...(typeof reply === 'number' && { replyTokens: reply }),
    },
  };
}
