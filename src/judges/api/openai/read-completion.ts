import { told } from '../../../core/model/cause-in-english';
import { z } from '../../../core/model/zod';
import type { RawReply, StopReason } from '../../../core/model/reply';
import type { JudgeFailure } from '../../judge';
import type { WireReply } from '../wire-format';

const count = z.int().min(0).nullish().catch(null);
const usageSchema = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
});
const completionSchema = z.object({
  model: z.string().nullish(),
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({
        content: z.string().nullish(),
        refusal: z.string().nullish(),
        tool_calls: z.array(z.unknown()).nullish(),
        function_call: z.unknown().optional(),
      }),
    }),
  ),
  // Counting is no reason to lose a reply.
  usage: usageSchema.nullish().catch(null),
});
type Completion = z.infer<typeof completionSchema>;

const stops = new Map<string, StopReason>([
  ['stop', 'complete'],
  ['length', 'length'],
]);

export function readCompletion(json: unknown): WireReply | JudgeFailure | null {
  const read = completionSchema.safeParse(json);
  if (!read.success) return null;
  const { choices, model, usage } = read.data;
  const [choice] = choices;
  if (!choice) {
    return { reason: 'failed', ...told({ code: 'no-choice' }) };
  }
  const { message, finish_reason: finish } = choice;
  if (finish === 'content_filter') {
    return { reason: 'refused', ...told({ code: 'content-filter' }) };
  }
  const common = { ...(model && { model }), ...usageOf(usage) };
  if (message.refusal) return { text: message.refusal, stop: 'refused', ...common };
  if ((message.tool_calls?.length ?? 0) > 0 || message.function_call) {
    return { reason: 'failed', ...told({ code: 'tool-call' }) };
  }
  return { text: message.content ?? '', stop: stops.get(finish ?? '') ?? 'unknown', ...common };
}

function usageOf(usage: Completion['usage']): Pick<RawReply, 'usage'> {
  if (!usage) return {};
  const { prompt_tokens: prompt, completion_tokens: reply, prompt_tokens_details: details } = usage;
  return {
    usage: {
      ...(typeof prompt === 'number' && { promptTokens: prompt }),
      ...(typeof details?.cached_tokens === 'number' && { cachedTokens: details.cached_tokens }),
      ...(typeof reply === 'number' && { replyTokens: reply }),
    },
  };
}
