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

/** Of several questions. A count that nobody gave for one of them is not known of all. */
export function sumUsage(a: Usage | undefined, b: Usage): Usage {
  if (!a) return b;
  const both = (x: number | undefined, y: number | undefined) =>
    x === undefined || y === undefined ? undefined : x + y;
  const either = (x: number | undefined, y: number | undefined) =>
    x === undefined && y === undefined ? undefined : (x ?? 0) + (y ?? 0);
  const promptTokens = both(a.promptTokens, b.promptTokens);
  const replyTokens = both(a.replyTokens, b.replyTokens);
  const cachedTokens = either(a.cachedTokens, b.cachedTokens);
  const writtenTokens = either(a.writtenTokens, b.writtenTokens);
  const cost = b.cost ? addCost(a.cost ?? null, b.cost) : a.cost;
  return {
    ...(promptTokens !== undefined && { promptTokens }),
    ...(cachedTokens !== undefined && { cachedTokens }),
    ...(writtenTokens !== undefined && { writtenTokens }),
    ...(replyTokens !== undefined && { replyTokens }),
    ...(cost && { cost }),
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
