import { z } from '../../../kit/zod';
import type { RawReply, JudgeFailure } from '../../../judgement/judge';
import { calledTool, filtered, stoppedBy, withoutAnswer } from '../http/call-failure';
import type { WireReply, Assembly } from '../wire-format';

const count = z.int().min(0).nullish().catch(null);
export const contentSchema = z.object({
  candidates: z
    .array(
      z.object({
        content: z
          .object({
            parts: z
              .array(
                z.object({
                  text: z.string().optional(),
                  thought: z.boolean().optional(),
                  functionCall: z.unknown().optional(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finishReason: z.string().nullish(),
      }),
    )
    .nullish(),
  promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish().catch(null),
  usageMetadata: z
    .object({
      promptTokenCount: count,
      cachedContentTokenCount: count,
      candidatesTokenCount: count,
      thoughtsTokenCount: count,
    })
    .nullish()
    .catch(null),
  modelVersion: z.string().nullish(),
});
export type Content = z.infer<typeof contentSchema>;

const filters: ReadonlySet<string> = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
]);
const toolFaults: ReadonlySet<string> = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
]);

export function readContent(json: unknown): WireReply | JudgeFailure | null {
  const read = contentSchema.safeParse(json);
  if (!read.success) return null;
  const { candidates, promptFeedback, modelVersion: model } = read.data;
  // Every field of the format may be missing; something that has none of these is in another format.
  if (!candidates && !promptFeedback && !read.data.usageMetadata) return null;
  const counted = usageOf(read.data.usageMetadata);
  if (promptFeedback?.blockReason) return filtered(promptFeedback.blockReason, counted.usage);
  const candidate = candidates?.[0];
  if (!candidate) return withoutAnswer(counted.usage);
  const { finishReason: finish } = candidate;
  const parts = candidate.content?.parts ?? [];
  if (finish && filters.has(finish)) return filtered(finish, counted.usage);
  if ((finish && toolFaults.has(finish)) || parts.some(({ functionCall }) => functionCall !== undefined))
    return calledTool(counted.usage);
  const common = { ...(model && { model }), ...counted };
  const text = answerIn(read.data);
  switch (finish) {
    case 'STOP':
      return { text, stop: 'complete', ...common };
    case 'MAX_TOKENS':
      return { text, stop: 'length', ...common };
    case undefined:
    case null:
    case '':
      return { text, stop: 'unknown', ...common };
    default:
      return stoppedBy(finish, counted.usage);
  }
}

/** Thoughts are marked, and are no part of the answer. */
export function answerIn({ candidates }: Content): string {
  const parts = candidates?.[0]?.content?.parts ?? [];
  return parts.map(({ text, thought }) => (thought ? '' : (text ?? ''))).join('');
}

export function usageOf(usage: Content['usageMetadata']): Pick<RawReply, 'usage'> {
  if (!usage) return {};
  const { promptTokenCount: prompt, cachedContentTokenCount: cached } = usage;
  const { candidatesTokenCount: said, thoughtsTokenCount: thought } = usage;
  // Thinking is paid for as well, and a reply that did not get further has nothing else.
  const reply = said ?? thought ?? null;
  return {
    usage: {
      ...(typeof prompt === 'number' && { promptTokens: prompt }),
      ...(typeof cached === 'number' && { cachedTokens: cached }),
      ...(reply !== null && { replyTokens: (said ?? 0) + (thought ?? 0) }),
    },
  };
}

/** Each event of a stream is a reply of its own that holds a piece: the text adds up, the last word counts for the rest. */
export function contentAssembly(): Assembly {
  let text = '';
  let finish: string | null = null;
  let rest: Content = {};
  const calls: { functionCall?: unknown }[] = [];
  return {
    take(json) {
      const read = contentSchema.safeParse(json);
      if (!read.success) return;
      const { data } = read;
      text += answerIn(data);
      const candidate = data.candidates?.[0];
      calls.push(...(candidate?.content?.parts ?? []).filter((part) => part.functionCall !== undefined));
      finish = candidate?.finishReason ?? finish;
      rest = {
        promptFeedback: data.promptFeedback ?? rest.promptFeedback,
        usageMetadata: data.usageMetadata ?? rest.usageMetadata,
        modelVersion: data.modelVersion ?? rest.modelVersion,
      };
    },
    text: () => text,
    usage: () => usageOf(rest.usageMetadata).usage ?? {},
    whole: () => {
      // A question that was blocked has no candidate to end.
      if (rest.promptFeedback?.blockReason) return rest;
      if (finish === null) return null;
      return { ...rest, candidates: [{ content: { parts: [{ text }, ...calls] }, finishReason: finish }] };
    },
    isOver: () => false,
  };
}
