import type { RunSettings } from '../model/run';
import type { UsedBudget } from '../model/run-budget';
import type { Spending } from './spending';

/** What leaves nothing to spend; null while something is left. Money of another currency cannot be compared. */
export function usedBudget(
  budget: RunSettings['budget'],
  { tokens: { prompt, reply }, cost }: Spending,
): UsedBudget | null {
  const { tokens, money } = budget ?? {};
  if (tokens !== undefined && prompt + reply >= tokens)
    return { of: 'tokens', spent: prompt + reply, budget: tokens };
  if (money && cost?.currency === money.currency && cost.amount >= money.amount)
    return { of: 'money', spent: cost.amount, budget: money.amount, currency: money.currency };
  return null;
}

/** Whether replies that came, but are not counted yet, may use the budget up: each may take twice what those before it took. */
export function maySoonBeUsed(
  budget: RunSettings['budget'],
  { tokens, cost }: Spending,
  { counted, coming }: { counted: number; coming: number },
): boolean {
  if (!budget || coming === 0) return false;
  if (counted === 0) return true;
  const grown = 1 + (2 * coming) / counted;
  const expected = {
    tokens: { ...tokens, prompt: tokens.prompt * grown, reply: tokens.reply * grown },
    cost: cost && { ...cost, amount: cost.amount * grown },
  };
  return usedBudget(budget, expected) !== null;
}
