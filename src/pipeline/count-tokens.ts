import type { Receipt } from '../core/model/judgement';
import type { Usage } from '../core/model/reply';
import { estimateTokens } from '../core/prompt/estimate-tokens';
import type { JudgeRequest } from '../judges/judge';

export type Tokens = Receipt['tokens'];

export const noTokens: Tokens = { prompt: 0, reply: 0, estimated: false };

/** What one question took: the judge's own figures, and estimates where it gives none. */
export function countTokens(
  { prompt, previous }: Pick<JudgeRequest, 'prompt' | 'previous'>,
  { text = '', usage = {} }: { text?: string; usage?: Usage | undefined } = {},
): Tokens {
  const { promptTokens, cachedTokens, replyTokens } = usage;
  const sent = () =>
    prompt.estimate.shared +
    prompt.estimate.own +
    (previous ? estimateTokens(previous.text) + estimateTokens(previous.problem) : 0);
  return {
    prompt: promptTokens ?? sent(),
    ...(cachedTokens === undefined ? {} : { reused: cachedTokens }),
    reply: replyTokens ?? estimateTokens(text),
    estimated: promptTokens === undefined || replyTokens === undefined,
  };
}

export function sumTokens(a: Tokens, b: Tokens): Tokens {
  const reused =
    a.reused === undefined && b.reused === undefined ? undefined : (a.reused ?? 0) + (b.reused ?? 0);
  return {
    prompt: a.prompt + b.prompt,
    ...(reused === undefined ? {} : { reused }),
    reply: a.reply + b.reply,
    estimated: a.estimated || b.estimated,
  };
}
