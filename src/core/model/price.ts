import { z } from './zod';

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
