import type { Receipt } from '../core/model/judgement';
import type { RawReply } from '../core/model/reply';
import { estimateTokens } from '../core/prompt/estimate-tokens';
import type { JudgeRequest } from '../judges/judge';

type Tokens = Receipt['tokens'];

export const noTokens: Tokens = { prompt: 0, reply: 0, estimated: false };

/** The count after one more try: the judge's own figures, and estimates where it gives none. Null: the call failed. */
export function countTokens(
  before: Tokens,
  { prompt, previous }: Pick<JudgeRequest, 'prompt' | 'previous'>,
  reply: Pick<RawReply, 'text' | 'usage'> | null,
): Tokens {
  const { promptTokens, cachedTokens, replyTokens } = reply?.usage ?? {};
  const reused = cachedTokens === undefined ? before.reused : (before.reused ?? 0) + cachedTokens;
  const sent = () =>
    prompt.estimate.shared +
    prompt.estimate.own +
    (previous ? estimateTokens(previous.text) + estimateTokens(previous.problem) : 0);
  return {
    prompt: before.prompt + (promptTokens ?? sent()),
    ...(reused === undefined ? {} : { reused }),
    reply: before.reply + (replyTokens ?? estimateTokens(reply?.text ?? '')),
    estimated: before.estimated || promptTokens === undefined || replyTokens === undefined,
  };
}
