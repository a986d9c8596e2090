import type { Assembly } from '../wire-format';
import { answerIn, contentSchema, usageOf, type Content } from './read-content';

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
