import { z } from '../../../core/model/zod';
import type { RawReply, StopReason } from '../../../core/model/reply';
import type { JudgeFailure } from '../../judge';
import { calledTool, stoppedBy } from '../failures';
import type { WireReply } from '../wire-format';

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
