import type { Price } from '../core/model/price';
import type { Usage } from '../core/model/reply';
import { costOf } from '../core/stats/price';
import type { Tokens } from './count-tokens';

/** Works out what a question cost where nobody says it and a price is known; `tokens` are estimates where nobody counted. */
export function pricedUsage(usage: Usage = {}, tokens: Tokens, price: Price): Usage {
  if (usage.cost !== undefined) return usage;
  const { prompt, reply, estimated } = tokens;
  const { cachedTokens: cached = 0, writtenTokens: written = 0 } = usage;
  const unknown = written > 0 && typeof price.written !== 'number';
  const cost = {
    ...costOf({ prompt, cached, written, reply }, price),
    computed: true as const,
    ...(unknown && { writesAsSent: true as const }),
    ...(estimated && { estimated: true as const }),
  };
  return { ...usage, cost };
}
