import { criterionPath } from '../model/criterion-path';
import type { Rubric } from '../model/rubric';
import type { Digest } from '../model/run';
import type { Weighable } from '../model/weighable';
import { failedChecks, failedErrors } from './measure';

/** Of a judgement what its digest is made of. */
export type Digestible = Pick<Weighable, 'status' | 'reason' | 'headline' | 'checks' | 'receipt'> & {
  fields: readonly Pick<Weighable['fields'][number], 'path' | 'known' | 'expected'>[];
  problems: readonly unknown[];
};

export function digestOf(rubric: Rubric, judgement: Digestible): Digest {
  const { status, reason, headline, fields, problems, receipt } = judgement;
  const knownAt = new Map(fields.map(({ path, known }) => [path, known]));
  return {
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(headline === null ? {} : { score: headline.value }),
    ...(headline?.verdict === undefined ? {} : { verdict: headline.verdict }),
    ...expectedIn(rubric, judgement),
    criteria: rubric.criteria.map((criterion) => knownAt.get(criterionPath(criterion)) ?? null),
    failedChecks: failedChecks(judgement),
    failedErrors: failedErrors(judgement),
    problems: problems.length > 0,
    mode: receipt.mode,
    receipt: receipt.id,
  };
}

function expectedIn(rubric: Rubric, { fields }: Digestible): Pick<Digest, 'expected'> {
  const at = new Map(
    fields.flatMap(({ path, expected }) => (expected === undefined ? [] : [[path, expected]])),
  );
  if (at.size === 0) return {};
  const expected = rubric.criteria.map((criterion) => at.get(criterionPath(criterion)) ?? null);
  return expected.some((mean) => mean !== null) ? { expected } : {};
}
