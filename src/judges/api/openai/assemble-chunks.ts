import { z } from '../../../core/model/zod';
import type { Assembly } from '../wire-format';
import { usageOf, usageSchema } from './read-completion';

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
