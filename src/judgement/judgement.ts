import { headlineSchema, checkResultSchema, fieldSchema, knownSchema, knownSchemaOf } from '../rubric/values';
import { z } from '../kit/zod';
import { causeSchema } from './cause';
import { factSchema, inputProblemSchema } from '../rubric/facts';
import { jsonSchema, isJson, isJsonObject, type Json, type JsonObject } from '../kit/json';
import { rawReplySchema, unscoredReasonSchema, usageSchema } from './judge';

/** What was asked, of whom, and when. The same `id` means the same question. */
export const receiptSchema = z.strictObject({
  id: z.string(),
  rubric: z.string(),
  prompt: z.string(),
  case: z.string(),
  judge: z.string(),
  model: z.string(),
  /** `person`: a person's labels; no model was asked. */
  mode: z.enum(['rules-only', 'model-alone', 'assisted', 'person']),
  parameters: z.record(z.string(), jsonSchema),
  build: z.string(),
  time: z.string(),
  tokens: z.strictObject({
    prompt: z.int(),
    /** Of the prompt, what the judge had at hand from an earlier call; absent where it does not say. */
    reused: z.int().optional(),
    reply: z.int(),
    estimated: z.boolean(),
  }),
  /** How many questions were put about the case, those asked again included; absent where it was one question. */
  calls: z.int().optional(),
  /** What a question took that brought no reply to read; it is among the tokens, and paid for as any other. */
  unanswered: usageSchema.optional(),
});
export type Receipt = z.infer<typeof receiptSchema>;

export const statusSchema = z.enum(['valid', 'repaired', 'inconsistent', 'partial', 'unscored']);
export type Status = z.infer<typeof statusSchema>;

export const attemptSchema = z.strictObject({
  reply: rawReplySchema,
  failure: z.string().optional(),
  /** The same as codes, so that the page can say it in the reader's language. */
  reason: unscoredReasonSchema.optional(),
  causes: z.array(causeSchema).optional(),
  part: z.string().optional(),
});

/** The question put to a model: `shared` and `own`. Where a case is asked in parts, each of them is that and its own `rest`. */
export const sentPromptSchema = z.strictObject({
  shared: z.string(),
  own: z.string(),
  parts: z.array(z.strictObject({ id: z.string(), label: z.string(), rest: z.string() })).optional(),
});

export const judgementSchema = z.strictObject({
  caseId: z.string(),
  status: statusSchema,
  reason: unscoredReasonSchema.optional(),
  detail: z.string().optional(),
  causes: z.array(causeSchema).optional(),
  repairs: z.array(z.string()),
  /** The reply in the rubric's shape. Undecided fields are absent. Null when unscored. */
  output: z.record(z.string(), jsonSchema).nullable(),
  fields: z.array(fieldSchema),
  facts: z.array(factSchema),
  problems: z.array(inputProblemSchema),
  derived: z.record(z.string(), knownSchema),
  checks: z.array(checkResultSchema),
  headline: headlineSchema.nullable(),
  attempts: z.array(attemptSchema),
  prompt: sentPromptSchema.nullable(),
  receipt: receiptSchema,
});
export type Judgement = z.infer<typeof judgementSchema>;

const quickJsonSchema = z.custom<Json>(isJson);
const quickKnownSchema = knownSchemaOf(quickJsonSchema);

/** The part of a judgement that weighing it anew needs. Most of a judgement is words, which would be read in vain. */
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
