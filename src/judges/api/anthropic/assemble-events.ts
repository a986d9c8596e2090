import { z } from '../../../core/model/zod';
import type { Assembly } from '../wire-format';
import { usageOf, usageSchema } from './read-message';

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
