import type { RunSettings } from '../model/run';
import type { UsedBudget } from '../model/run-budget';
import type { Spending } from './spending';

/** Questions that were counted, and those of them that somebody was paid for and nobody named a cost of. */
export interface Counted {
  counted: number;
  unpriced: number;
  /** What was spent before the first of them: it says nothing of what one takes. */
  before?: Before;
}
export interface Before {
  prompt: number;
  reply: number;
  money: number;
  /** Questions that nobody named a cost of, and about how many had one. */
  unpriced?: number;
  priced?: number;
}
const nothingBefore: Before = { prompt: 0, reply: 0, money: 0 };

/** What leaves nothing to spend; null while something is left. Questions without a cost count as the others did on average. */
export function usedBudget(
  budget: RunSettings['budget'],
  { tokens: { prompt, reply }, cost }: Spending,
  { counted, unpriced, before = nothingBefore }: Counted,
): UsedBudget | null {
  const { tokens, money } = budget ?? {};
  if (tokens !== undefined && prompt + reply >= tokens)
    return { of: 'tokens', spent: prompt + reply, budget: tokens };
  if (!money || cost?.currency !== money.currency) return null;
  const since = cost.amount - before.money;
  const average =
    counted > unpriced ? since / (counted - unpriced) : before.money / Math.max(1, before.priced ?? 0);
  const spent = cost.amount + average * (unpriced + (before.unpriced ?? 0));
  if (spent < money.amount) return null;
  return { of: 'money', spent, budget: money.amount, currency: money.currency };
}

/** Money that nobody counts, or counts in another currency, holds nothing: the person has to know. */
export function unknownCost(
  budget: RunSettings['budget'],
  { cost }: Pick<Spending, 'cost'>,
): UsedBudget | null {
  const money = budget?.money;
  if (!money || cost?.currency === money.currency) return null;
  return { of: 'unknown', budget: money.amount, currency: money.currency };
}

/** Whether questions that are out may use the budget up: each may take what those before it took on average. */
export function maySoonBeUsed(
  budget: RunSettings['budget'],
  { tokens, cost }: Spending,
  { counted, unpriced, out, before = nothingBefore }: Counted & { out: number },
): boolean {
  if (!budget || out === 0) return false;
  if (counted === 0 || unknownCost(budget, { cost })) return true;
  const grown = (now: number, then: number) => now + ((now - then) * out) / counted;
  const expected = {
    tokens: {
      ...tokens,
      prompt: grown(tokens.prompt, before.prompt),
      reply: grown(tokens.reply, before.reply),
    },
    cost: cost && { ...cost, amount: grown(cost.amount, before.money) },
  };
  return usedBudget(budget, expected, { counted, unpriced, before }) !== null;
}
