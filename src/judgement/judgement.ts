import { headlineSchema, checkResultSchema, fieldSchema, knownSchema } from '../rubric/values';
import { z } from '../kit/zod';
import { causeSchema } from './cause';
import { factSchema, inputProblemSchema } from '../rubric/facts';
import { jsonSchema } from '../kit/json';
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

/** What tables, filters, counts and comparisons need of a judgement, small enough to hold for every case at once. */
export const digestSchema = z.strictObject({
  status: statusSchema,
  reason: unscoredReasonSchema.optional(),
  /** What exactly went wrong, as `causeKey` names it; absent where the judgement has no code for it. */
  cause: z.string().optional(),
  score: knownSchema.optional(),
  verdict: knownSchema.optional(),
  /** By place in the rubric's criteria; null where the judgement has no such field. */
  criteria: z.array(knownSchema.nullable()),
  /** What can be upheld, by place in the rubric's criteria, null where that is what the judge says; absent where it always is. */
  upheld: z.array(knownSchema.nullable()).optional(),
  /** Expected scores by place in the rubric's criteria, null where there is none; absent where there are none at all. */
  expected: z.array(z.number().nullable()).optional(),
  /** What facts say of the judge's word, by place in the rubric's criteria; null where the judge gave none. Absent where none is the judge's. */
  facts: z.array(z.enum(['agree', 'differ', 'silent']).nullable()).optional(),
  failedChecks: z.array(z.string()),
  /** How many statements don't hold, as the judgement names them: what follows from another counts once. */
  failedErrors: z.int().min(0),
  problems: z.boolean(),
  mode: receiptSchema.shape.mode,
  receipt: z.string(),
});

/** What weighing a judgement anew takes: thousands are kept while weights are turned, so without the words of prompts and replies. */
export type Weighable = Omit<Judgement, 'prompt' | 'attempts'>;
