import { z } from '../kit/zod';
import { contradictionsOf } from './contradictions';
import { receiptSchema, statusSchema, type Weighable } from './judgement';
import { knownSchema } from '../rubric/values';
import { unscoredReasonSchema } from './judge';
import { criterionPath, type Rubric } from '../rubric/rubric';

export type Digestible = Pick<
  Weighable,
  'status' | 'reason' | 'headline' | 'checks' | 'fields' | 'receipt'
> & {
  problems: readonly unknown[];
};

export function digestOf(rubric: Rubric, judgement: Digestible): Digest {
  const { status, reason, headline, fields, problems, receipt } = judgement;
  const fieldAt = new Map(fields.map((field) => [field.path, field]));
  const criteria = rubric.criteria.map((criterion) => fieldAt.get(criterionPath(criterion)));
  const expected = criteria.map((field) => field?.expected ?? null);
  return {
    status,
    ...(reason !== undefined && { reason }),
    ...(headline && { score: headline.value }),
    ...(headline?.verdict && { verdict: headline.verdict }),
    ...(expected.some((mean) => mean !== null) && { expected }),
    criteria: criteria.map((field) => field?.known ?? null),
    failedChecks: failedChecks(judgement),
    failedErrors: contradictionsOf(rubric, judgement).filter(({ severity }) => severity === 'error').length,
    problems: problems.length > 0,
    mode: receipt.mode,
    receipt: receipt.id,
  };
}

/** What tables, filters, counts and comparisons need of a judgement, small enough to hold for every case at once. */
export const digestSchema = z.strictObject({
  status: statusSchema,
  reason: unscoredReasonSchema.optional(),
  score: knownSchema.optional(),
  verdict: knownSchema.optional(),
  /** By place in the rubric's criteria; null where the judgement has no such field. */
  criteria: z.array(knownSchema.nullable()),
  /** Expected scores by place in the rubric's criteria, null where there is none; absent where there are none at all. */
  expected: z.array(z.number().nullable()).optional(),
  failedChecks: z.array(z.string()),
  /** How many statements don't hold, as the judgement names them: what follows from another counts once. */
  failedErrors: z.int().min(0),
  problems: z.boolean(),
  mode: receiptSchema.shape.mode,
  receipt: z.string(),
});
export type Digest = z.infer<typeof digestSchema>;

/** A digest without the name of its question: nothing that is counted, sorted or filtered asks for that. */
export type Findings = Omit<Digest, 'receipt'>;

export function failedChecks(judgement: Pick<Weighable, 'checks'>): string[] {
  return judgement.checks
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'broken')
    .map(({ id }) => id);
}
