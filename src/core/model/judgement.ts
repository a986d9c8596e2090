import { z } from './zod';
import { causeSchema } from './cause';
import { factSchema, inputProblemSchema } from './facts';
import { jsonSchema } from './json';
import { rawReplySchema, unscoredReasonSchema, usageSchema } from './reply';

/** `json`: how the values are told to be JSON. */
export function knownSchemaOf(json: typeof jsonSchema) {
  return z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('value'), value: json }),
    z.strictObject({ kind: z.literal('range'), min: z.number(), max: z.number() }),
    z.strictObject({ kind: z.literal('one-of'), values: z.array(json) }),
    z.strictObject({ kind: z.literal('undecided') }),
    /** The rubric's own expression failed: its author must look at it. */
    z.strictObject({ kind: z.literal('error'), message: z.string() }),
  ]);
}

/** A value, or what is known of one that nobody decided. */
export const knownSchema = knownSchemaOf(jsonSchema);
export type Known = z.infer<typeof knownSchema>;

/** One field of the reply's shape: its value and who decided it. */
export const fieldSchema = z.strictObject({
  path: z.string(),
  by: z.enum(['program', 'model', 'person', 'nobody']),
  known: knownSchema,
  /** The one-line reason, where the program decided or bounded the field. */
  because: z.string().optional(),
  /** What the program says of a field that the judge filled. */
  programSays: knownSchema.optional(),
  /** Of a score that the model gave: the mean of what it might have given, weighted by how likely it was to say each. */
  expected: z.number().optional(),
  /** The two were compared and clash. */
  contradicted: z.boolean().optional(),
});
export type Field = z.infer<typeof fieldSchema>;

export const checkResultSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  severity: z.enum(['error', 'warning']),
  /** `skipped`: its condition does not hold. `undecided`: it needs a field nobody decided. `broken`: its expression failed. */
  outcome: z.enum(['passed', 'failed', 'skipped', 'undecided', 'broken']),
  message: z.string(),
  about: z.array(z.string()),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

export const headlineSchema = z.strictObject({
  value: knownSchema,
  verdict: knownSchema.optional(),
  statedValue: jsonSchema.optional(),
  statedVerdict: jsonSchema.optional(),
});
export type Headline = z.infer<typeof headlineSchema>;

/** What was asked, of whom, and when. The same `id` means the same question. */
export const receiptSchema = z.strictObject({
  id: z.string(),
  rubric: z.string(),
  prompt: z.string(),
  case: z.string(),
  judge: z.string(),
  model: z.string(),
  /** `person`: somebody's labels; no model was asked. */
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
  /** Why this reply was not taken. */
  failure: z.string().optional(),
  /** The same as codes, so that the page can say it in the reader's language. */
  reason: unscoredReasonSchema.optional(),
  causes: z.array(causeSchema).optional(),
  /** Which of several questions about the case it answers: a criterion's id, empty for what belongs to none. */
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
  /** What happened, for a person. */
  detail: z.string().optional(),
  /** The same as codes, where they are known. */
  causes: z.array(causeSchema).optional(),
  repairs: z.array(z.string()),
  /** The reply in the rubric's shape. Fields nobody decided are absent. Null when unscored. */
  output: z.record(z.string(), jsonSchema).nullable(),
  fields: z.array(fieldSchema),
  facts: z.array(factSchema),
  problems: z.array(inputProblemSchema),
  derived: z.record(z.string(), knownSchema),
  checks: z.array(checkResultSchema),
  headline: headlineSchema.nullable(),
  /** Empty when no model was asked. */
  attempts: z.array(attemptSchema),
  prompt: sentPromptSchema.nullable(),
  receipt: receiptSchema,
});
export type Judgement = z.infer<typeof judgementSchema>;
