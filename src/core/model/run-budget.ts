import { z } from './zod';

const money = z.strictObject({ amount: z.number().min(0), currency: z.string() });

/** What a run may take at most; either may be left open. */
export const runBudgetSchema = z.strictObject({
  tokens: z.int().min(0).optional(),
  money: money.optional(),
});

/** What of a budget is used up, or cannot be told: the run waits for the person. */
export const usedBudgetSchema = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('tokens'), spent: z.int().min(0), budget: z.int().min(0) }),
  z.strictObject({
    of: z.literal('money'),
    spent: z.number().min(0),
    budget: z.number().min(0),
    currency: z.string(),
  }),
  /** Nobody says what replies cost in this currency, so that it cannot be held. */
  z.strictObject({ of: z.literal('unknown'), budget: z.number().min(0), currency: z.string() }),
]);
export type UsedBudget = z.infer<typeof usedBudgetSchema>;
