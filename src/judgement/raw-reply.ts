import { z } from '../kit/zod';
import type { Cause } from './cause';
import { jsonSchema, type JsonObject } from '../kit/json';

export const stopReasonSchema = z.enum(['complete', 'length', 'refused', 'unknown']);
export type StopReason = z.infer<typeof stopReasonSchema>;

/** What the provider says it cost; `computed`, from the price that the person gave. */
export const costSchema = z.strictObject({
  amount: z.number(),
  currency: z.string(),
  computed: z.literal(true).optional(),
  /** Nobody said what putting tokens into the cache costs: they are counted as any others that are sent. */
  writesAsSent: z.literal(true).optional(),
  /** Tokens that nobody counted are in it by our own estimate. */
  estimated: z.literal(true).optional(),
});

export const usageSchema = z.strictObject({
  promptTokens: z.int().optional(),
  cachedTokens: z.int().optional(),
  /** Of the prompt, what the provider put into its cache for later questions: some charge more for it. */
  writtenTokens: z.int().optional(),
  replyTokens: z.int().optional(),
  cost: costSchema.extend({ amount: z.number().min(0) }).optional(),
});
export type Usage = z.infer<typeof usageSchema>;

/** What a judge gives back: its words, and how it came to stop. */
export const rawReplySchema = z.strictObject({
  text: z.string(),
  stop: stopReasonSchema,
  model: z.string(),
  usage: usageSchema.optional(),
  /** The context of the Ollama that answered, in tokens, where question and reply have filled it. */
  filled: z.int().optional(),
  /** The parameters really sent. */
  parameters: z.record(z.string(), jsonSchema),
});
export type RawReply = z.infer<typeof rawReplySchema>;

/** A token that a model might have said in a place, and the logarithm of how likely it was. */
export interface TokenOption {
  text: string;
  logprob: number;
}
/** A place of a reply's text at which a number begins, and what else might have been said there. */
export interface NumberChoice {
  at: number;
  options: readonly TokenOption[];
  /** The logarithm of how likely any other token was at most: a runtime tells only the likeliest. */
  untold: number;
}

export const unscoredReasonSchema = z.enum([
  'truncated',
  'refused',
  'unparseable',
  'invalid',
  'too-long',
  'timeout',
  'failed',
]);
export type UnscoredReason = z.infer<typeof unscoredReasonSchema>;

/** A raw reply, read. An expected failure is a value. `repairs` names what had to be mended to read it. */
export type ReadReply =
  | { ok: true; output: JsonObject; repairs: string[] }
  | { ok: false; reason: UnscoredReason; /** The causes in English. */ detail: string; causes: Cause[] };

/** Whether a JSON value has the reply's shape. Built by core/shape, handed to core/reply. */
export type Validate = (value: unknown) => { ok: true; output: JsonObject } | { ok: false; causes: Cause[] };
