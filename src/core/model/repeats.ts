import { z } from './zod';

/** Numbers that one case was given in several samples. */
export const spreadSchema = z.strictObject({
  count: z.int().min(1),
  mean: z.number(),
  /** Of the sample, so with n - 1. Null for a single number, which has no spread. */
  deviation: z.number().nullable(),
  min: z.number(),
  max: z.number(),
});
export type Spread = z.infer<typeof spreadSchema>;

const votes = { count: z.int().min(1), of: z.int().min(1) };
/** What most samples say. `of` samples said anything. */
export const voteSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('majority'), value: z.string(), ...votes }),
  z.strictObject({ kind: z.literal('tie'), values: z.array(z.string()), ...votes }),
]);
export type Vote = z.infer<typeof voteSchema>;

/** A criterion by points has a spread, one by labels a vote; null where no scored sample says anything of it. */
export const repeatedCriterionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('points'), spread: spreadSchema.nullable() }),
  z.strictObject({ kind: z.literal('label'), vote: voteSchema.nullable() }),
]);
export type RepeatedCriterion = z.infer<typeof repeatedCriterionSchema>;

/** What the samples of one case say together. It stands beside the single judgements and replaces none. */
export const repeatsSchema = z.strictObject({
  samples: z.int().min(0),
  /** The samples that all figures rest on. Partial and unscored ones are counted, and enter nothing. */
  scored: z.int().min(0),
  partial: z.int().min(0),
  unscored: z.int().min(0),
  score: spreadSchema.nullable(),
  verdict: voteSchema.nullable(),
  /** By place in the rubric's criteria. */
  criteria: z.array(repeatedCriterionSchema),
});
export type Repeats = z.infer<typeof repeatsSchema>;
