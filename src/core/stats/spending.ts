import type { Judgement, Receipt } from '../model/judgement';
import type { Usage } from '../model/reply';
import type { RunCounts } from '../model/run';

/** What judgements took, of tokens and of money. */
export type Spending = Pick<RunCounts, 'tokens' | 'cost'>;

export const nothingSpent: Spending = {
  tokens: { prompt: 0, cached: 0, reply: 0, estimated: false },
  cost: null,
};

/** What was paid for, were it for nothing. */
export function spentWith(before: Spending, { receipt, attempts }: Judgement): Spending {
  const usages = attempts.flatMap(({ reply }) => reply.usage ?? []);
  return sumSpending(before, spendingOf(receipt.tokens, [...usages, receipt.unanswered ?? {}]));
}

/** Of questions that took these tokens together. */
export function spendingOf(
  { prompt, reply, estimated }: Receipt['tokens'],
  usages: readonly Usage[],
): Spending {
  const written = usages.reduce((sum, { writtenTokens = 0 }) => sum + writtenTokens, 0);
  return {
    tokens: {
      prompt,
      cached: usages.reduce((sum, { cachedTokens = 0 }) => sum + cachedTokens, 0),
      ...(written > 0 && { written }),
      reply,
      estimated,
    },
    cost: usages.reduce<Spending['cost']>((sum, { cost }) => (cost ? addCost(sum, cost) : sum), null),
  };
}

export function sumSpending(a: Spending, b: Spending): Spending {
  const written = (a.tokens.written ?? 0) + (b.tokens.written ?? 0);
  return {
    tokens: {
      prompt: a.tokens.prompt + b.tokens.prompt,
      cached: a.tokens.cached + b.tokens.cached,
      ...(written > 0 && { written }),
      reply: a.tokens.reply + b.tokens.reply,
      estimated: a.tokens.estimated || b.tokens.estimated,
    },
    cost: b.cost === null ? a.cost : addCost(a.cost, b.cost),
  };
}

/** A run has one judge and so one currency: what comes in another is left out rather than added wrongly. */
function addCost(sum: Spending['cost'], cost: NonNullable<Spending['cost']>): Spending['cost'] {
  if (sum === null) return cost;
  if (sum.currency !== cost.currency) return sum;
  const computed = sum.computed ?? cost.computed;
  const writesAsSent = sum.writesAsSent ?? cost.writesAsSent;
  const estimated = sum.estimated ?? cost.estimated;
  return {
    currency: sum.currency,
    amount: sum.amount + cost.amount,
    ...(computed && { computed }),
    ...(writesAsSent && { writesAsSent }),
    ...(estimated && { estimated }),
  };
}
