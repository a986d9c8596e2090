import type { Price } from '../core/model/price';
import type { RawReply } from '../core/model/reply';
import { costOf } from '../core/stats/price';
import type { ModelJudge } from '../judges/judge';

/** Works out what replies cost where the provider counts tokens and names no cost itself. */
export function pricedJudge(judge: ModelJudge, price: Price): ModelJudge {
  return {
    ...judge,
    async ask(request) {
      const answer = await judge.ask(request);
      return 'reason' in answer ? answer : withCost(answer, price);
    },
  };
}

function withCost(reply: RawReply, price: Price): RawReply {
  const { usage } = reply;
  const {
    promptTokens: prompt,
    replyTokens,
    cachedTokens: cached = 0,
    writtenTokens: written = 0,
  } = usage ?? {};
  if (usage?.cost !== undefined || prompt === undefined || replyTokens === undefined) return reply;
  const computed = costOf({ prompt, cached, written, reply: replyTokens }, price);
  const unknown = written > 0 && typeof price.written !== 'number';
  const cost = { ...computed, computed: true as const, ...(unknown && { writesAsSent: true as const }) };
  return { ...reply, usage: { ...usage, cost } };
}
