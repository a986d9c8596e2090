import { messageOf } from '../../core/model/message-of';
import type { TokenOption } from '../../core/model/reply';

/** What llama.cpp says of a reply, and when it refuses one. */

/** How llama.cpp says that a prompt does not fit. */
const tooLong = /request \((\d+) tokens\) exceeds the available context size/;

interface SaidToken {
  token: string;
  logprob: number;
  top_logprobs: readonly { token: string; logprob: number }[];
}
interface Timings {
  cache_n: number;
  prompt_n: number;
  predicted_n: number;
}

/** What was said need not be among the likeliest. */
export function optionsOf({ token, logprob, top_logprobs: top }: SaidToken): TokenOption[] {
  return [{ token, logprob }, ...top].map((each) => ({ text: each.token, logprob: each.logprob }));
}

export function usageOf(chunk: { timings?: Timings | undefined } | null) {
  const {
    cache_n: cachedTokens = 0,
    prompt_n: read = 0,
    predicted_n: replyTokens = 0,
  } = chunk?.timings ?? {};
  return { promptTokens: cachedTokens + read, cachedTokens, replyTokens };
}

export function tokensOfTooLong(error: unknown): number | null {
  const found = tooLong.exec(messageOf(error))?.[1];
  return found === undefined ? null : Number(found);
}

export function soundsLikeMemory(message: string): boolean {
  return /memory|alloc|out of bounds|\boom\b/i.test(message);
}
