import { criterionPath } from '../model/criterion-path';
import { knownSchema } from '../model/judgement';
import { repeatedCriterionSchema, repeatsSchema, type Repeats } from '../model/repeats';
import type { Rubric } from '../model/rubric';
import { digestSchema, type Digest, type Findings } from '../model/run';
import { z } from '../model/zod';

/** A case that was put to its judge several times. */
export interface Samples<Single extends Findings = Findings> {
  together: Repeats;
  /** Each for itself, in order. */
  single: readonly Single[];
}

const { score, verdict } = digestSchema.shape;

/** What the samples of a case say, together and each for itself. All of it by dotted output path. */
export const samplesSchema = repeatsSchema.extend({
  criteria: z.record(z.string(), repeatedCriterionSchema),
  single: z.array(
    digestSchema
      .pick({ status: true, reason: true, failedChecks: true, receipt: true })
      .extend({ score, verdict, criteria: z.record(z.string(), knownSchema) }),
  ),
});

export function samplesByPath(
  { criteria }: Pick<Rubric, 'criteria'>,
  { together, single }: Samples<Digest>,
): z.infer<typeof samplesSchema> {
  const paths = criteria.map(criterionPath);
  return {
    ...together,
    criteria: byPath(paths, together.criteria),
    single: single.map(({ status, reason, score: own, verdict: said, criteria: known, ...rest }) => ({
      status,
      ...(reason !== undefined && { reason }),
      ...(own && { score: own }),
      ...(said && { verdict: said }),
      criteria: byPath(paths, known),
      failedChecks: rest.failedChecks,
      receipt: rest.receipt,
    })),
  };
}

function byPath<T>(paths: readonly string[], values: readonly (T | null)[]): Record<string, T> {
  return Object.fromEntries(
    paths.flatMap((path, place) => {
      const value = values[place] ?? null;
      return value === null ? [] : [[path, value]];
    }),
  );
}
