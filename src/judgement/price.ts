import { z } from '../kit/zod';

/** Dearer than any: more is a slip of the hand. */
export const mostPerMillion = 1_000_000;
const perMillion = z.number().min(0).max(mostPerMillion);

/** What a million tokens of a model cost. None is built in: a price comes from the provider or from the person. */
export const priceSchema = z.strictObject({
  prompt: perMillion,
  /** Of prompt tokens that the provider had kept from an earlier question. Null: as any other. */
  cached: perMillion.nullable(),
  /** Of prompt tokens that the provider puts into its cache for later questions. Null or absent: nobody has said. */
  written: perMillion.nullable().optional(),
  reply: perMillion,
  /** As in ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/),
});
export type Price = z.infer<typeof priceSchema>;

/** A price as it was found, and when: prices change. */
export const datedPriceSchema = z.strictObject({
  price: priceSchema,
  source: z.enum(['typed', 'published']),
  date: z.iso.datetime(),
});
export type DatedPrice = z.infer<typeof datedPriceSchema>;

export interface Money {
  amount: number;
  currency: string;
}

/** What a run may take at most; without either it may take what it likes. */
export interface RunBudget {
  tokens?: number | undefined;
  money?: Money | undefined;
}

interface TokenUse {
  /** All that was sent, cached or not. */
  prompt: number;
  /** How many of these the provider had kept. */
  cached: number;
  /** How many it put into its cache. */
  written?: number;
  reply: number;
}

const million = 1_000_000;

export function costOf({ prompt, cached, written = 0, reply }: TokenUse, price: Price): Money {
  const kept = Math.min(cached, prompt);
  const put = Math.min(written, prompt - kept);
  const sum =
    (prompt - kept - put) * price.prompt +
    kept * (price.cached ?? price.prompt) +
    put * (price.written ?? price.prompt) +
    reply * price.reply;
  return { amount: sum / million, currency: price.currency };
}

/** Tokens before they were used: what replies come to is a guess, and so is what the provider keeps of prompts. */
interface Forecast {
  prompt: number;
  reusable: number;
  reply: { low: number; high: number };
}

/** From terse replies and everything kept that can be, to talkative ones and nothing kept, but put there each time. */
export function costRange({ prompt, reusable, reply }: Forecast, price: Price): { low: Money; high: Money } {
  const dearer = (price.written ?? 0) > price.prompt;
  return {
    low: costOf({ prompt, cached: reusable, reply: reply.low }, price),
    high: costOf({ prompt, cached: 0, written: dearer ? reusable : 0, reply: reply.high }, price),
  };
}

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
