import { z } from '../kit/zod';
import { jsonSchema } from '../kit/json';

/** A value, or what is known of one that is not decided. */
export const knownSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('value'), value: jsonSchema }),
  z.strictObject({ kind: z.literal('range'), min: z.number(), max: z.number() }),
  z.strictObject({ kind: z.literal('one-of'), values: z.array(jsonSchema) }),
  z.strictObject({ kind: z.literal('undecided') }),
  /** The rubric's own expression failed: its author must look at it. */
  z.strictObject({ kind: z.literal('error'), message: z.string() }),
]);
export type Known = z.infer<typeof knownSchema>;

/** The numbers a value lies between. Null where it may be anything else. */
export function boundsOf(known: Known | undefined): { min: number; max: number } | null {
  if (known?.kind === 'range') return { min: known.min, max: known.max };
  const values = known?.kind === 'value' ? [known.value] : known?.kind === 'one-of' ? known.values : [];
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0 || numbers.length < values.length) return null;
  return { min: Math.min(...numbers), max: Math.max(...numbers) };
}

export const fieldSchema = z.strictObject({
  path: z.string(),
  by: z.enum(['program', 'model', 'person', 'nobody']),
  known: knownSchema,
  because: z.string().optional(),
  programSays: knownSchema.optional(),
  /** Of a score that the model gave: the mean of what it might have given, weighted by how likely it was to say each. */
  expected: z.number().optional(),
  contradicted: z.boolean().optional(),
  /** What is left of it where its reason states something that does not hold: from the claim to what the reason allows. */
  open: knownSchema.optional(),
});
export type Field = z.infer<typeof fieldSchema>;

export const checkResultSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  severity: z.enum(['error', 'warning']),
  /** `skipped`: its condition does not hold. `undecided`: it needs an undecided field. `broken`: its expression failed. */
  outcome: z.enum(['passed', 'failed', 'skipped', 'undecided', 'broken']),
  message: z.string(),
  about: z.array(z.string()),
  /** The words of the rationale that it is about, as they stand there. */
  words: z.array(z.string()).optional(),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

export const headlineSchema = z.strictObject({
  value: knownSchema,
  verdict: knownSchema.optional(),
  statedValue: jsonSchema.optional(),
  statedVerdict: jsonSchema.optional(),
});
export type Headline = z.infer<typeof headlineSchema>;

/** How the ids of checks begin that look for a judge's words in the case. */
export const unfoundPrefix = 'unfound:';

/** Verdict words that every rubric author means the same way. Any other word is neither a pass nor a fail to us. */
const passing = new Set(['PASS', 'CORRECT', 'CORRECT_NO_MATCH']);
const failing = new Set(['FAIL', 'INCORRECT', 'FALSE_POSITIVE', 'FALSE_NEGATIVE']);

export function verdictMeaning(verdict: string): 'pass' | 'fail' | null {
  if (passing.has(verdict)) return 'pass';
  return failing.has(verdict) ? 'fail' : null;
}
