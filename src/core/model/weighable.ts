import { factSchema } from './facts';
import { isJson, isJsonObject, type Json, type JsonObject } from './json';
import { checkResultSchema, fieldSchema, judgementSchema, knownSchemaOf, receiptSchema } from './judgement';
import { z } from './zod';

const quickJsonSchema = z.custom<Json>(isJson);
const quickKnownSchema = knownSchemaOf(quickJsonSchema);

/**
 * Of a stored judgement all that weighing it anew takes, and nothing else: most of a judgement is words, which nothing is computed
 * from and which thousands of cases would be read for in vain. Every judgement is one.
 */
export const weighableSchema = z.object({
  ...judgementSchema.pick({ status: true, reason: true, repairs: true }).shape,
  output: z.custom<JsonObject>((value) => isJson(value) && isJsonObject(value)).nullable(),
  fields: z.array(
    z.object({
      ...fieldSchema.pick({ path: true, by: true, expected: true }).shape,
      known: quickKnownSchema,
      programSays: quickKnownSchema.optional(),
    }),
  ),
  facts: z.array(z.object({ name: factSchema.shape.name, value: quickJsonSchema })),
  problems: z.array(z.unknown()),
  checks: z.array(z.object(checkResultSchema.pick({ id: true, severity: true, outcome: true }).shape)),
  headline: z.object({ value: quickKnownSchema, verdict: quickKnownSchema.optional() }).nullable(),
  receipt: z.object(receiptSchema.pick({ id: true, prompt: true, mode: true }).shape),
});
export type Weighable = z.infer<typeof weighableSchema>;
