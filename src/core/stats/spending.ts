import type { Judgement } from '../model/judgement';
import type { RunCounts } from '../model/run';

/** What judgements took, of tokens and of money. */
export type Spending = Pick<RunCounts, 'tokens' | 'cost'>;

export const nothingSpent: Spending = {
  tokens: { prompt: 0, cached: 0, reply: 0, estimated: false },
  cost: null,
};

export function spentWith({ tokens, cost }: Spending, { receipt, attempts }: Judgement): Spending {
  const usages = attempts.flatMap(({ reply }) => reply.usage ?? []);
  const written = usages.reduce((sum, { writtenTokens = 0 }) => sum + writtenTokens, tokens.written ?? 0);
  return {
    tokens: {
      prompt: tokens.prompt + receipt.tokens.prompt,
      cached: usages.reduce((sum, { cachedTokens = 0 }) => sum + cachedTokens, tokens.cached),
      ...(written > 0 && { written }),
      reply: tokens.reply + receipt.tokens.reply,
      estimated: tokens.estimated || receipt.tokens.estimated,
    },
    cost: usages.reduce((sum, usage) => (usage.cost ? addCost(sum, usage.cost) : sum), cost),
  };
}

/** A run has one judge and so one currency: what comes in another is left out rather than added wrongly. */
function addCost(sum: Spending['cost'], cost: NonNullable<Spending['cost']>): Spending['cost'] {
  if (sum === null) return cost;
  if (sum.currency !== cost.currency) return sum;
  const computed = sum.computed ?? cost.computed;
  const writesAsSent = sum.writesAsSent ?? cost.writesAsSent;
  return {
    currency: sum.currency,
    amount: sum.amount + cost.amount,
    ...(computed && { computed }),
    ...(writesAsSent && { writesAsSent }),
  };
}
