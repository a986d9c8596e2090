import type { z } from '../kit/zod';
import { causeKey } from './cause';
import { contradictionsOf } from './contradictions';
import { upheldScore } from './explain';
import type { digestSchema, Weighable } from './judgement';
import { canonicalJson } from '../kit/json';
import { criterionPath, type Criterion, type Rubric } from '../rubric/rubric';
import type { Field } from '../rubric/values';

export type Digestible = Pick<
  Weighable,
  'status' | 'reason' | 'causes' | 'headline' | 'checks' | 'fields' | 'receipt'
> & {
  problems: readonly unknown[];
};

export function digestOf(rubric: Rubric, judgement: Digestible): Digest {
  const { status, reason, causes, headline, fields, problems, receipt } = judgement;
  const cause = causeKey(causes);
  const fieldAt = new Map(fields.map((field) => [field.path, field]));
  const criteria = rubric.criteria.map((criterion) => fieldAt.get(criterionPath(criterion)));
  const upheld = rubric.criteria.map((criterion, place) => {
    const known = upheldScore(criterion, fieldAt);
    const said = criteria[place]?.known;
    return said && canonicalJson(known) !== canonicalJson(said) ? known : null;
  });
  const expected = criteria.map((field) => field?.expected ?? null);
  const facts = criteria.map((field, place) => factsOn(rubric.criteria[place], field, fieldAt));
  return {
    status,
    ...(reason !== undefined && { reason }),
    ...(reason !== undefined && cause !== undefined && { cause }),
    ...(headline && { score: headline.value }),
    ...(headline?.verdict && { verdict: headline.verdict }),
    ...(upheld.some((known) => known !== null) && { upheld }),
    ...(expected.some((mean) => mean !== null) && { expected }),
    criteria: criteria.map((field) => field?.known ?? null),
    ...(facts.some((said) => said !== null) && { facts }),
    failedChecks: failedChecks(judgement),
    failedErrors: contradictionsOf(rubric, judgement).filter(({ severity }) => severity === 'error').length,
    problems: problems.length > 0,
    mode: receipt.mode,
    receipt: receipt.id,
  };
}

/** A criterion whose parts facts can check is checked by them. */
function factsOn(
  criterion: Criterion | undefined,
  field: Field | undefined,
  fieldAt: ReadonlyMap<string, Field>,
): 'agree' | 'differ' | 'silent' | null {
  if (field === undefined || (field.by !== 'model' && field.by !== 'person')) return null;
  const parts = criterion?.parts.flatMap(({ score }) => fieldAt.get(score) ?? []) ?? [];
  const checked = [field, ...parts].filter(({ programSays }) => programSays !== undefined);
  if (checked.length === 0) return 'silent';
  return checked.some(({ contradicted }) => contradicted === true) ? 'differ' : 'agree';
}

export type Digest = z.infer<typeof digestSchema>;

/** A digest without the name of its question: nothing that is counted, sorted or filtered asks for that. */
export type Findings = Omit<Digest, 'receipt'>;

export function failedChecks(judgement: Pick<Weighable, 'checks'>): string[] {
  return judgement.checks
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'broken')
    .map(({ id }) => id);
}
