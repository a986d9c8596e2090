import { z } from '../kit/zod';
import { jsonSchema } from '../kit/json';

/** One thing to judge. Inputs are kept as the text they came as; reading them is the business of facts. */
export const caseSchema = z.strictObject({
  id: z.string().min(1),
  label: z.string().optional(),
  input: z.record(z.string(), z.string()),
  /** What the judgement is known to be, by output path. */
  gold: z.record(z.string(), jsonSchema).optional(),
});
export type Case = z.infer<typeof caseSchema>;
