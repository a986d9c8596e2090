import type { Judgement } from '../judgement';
import type { Field, Known } from '../../rubric/values';
import { criterionPath, type Criterion } from '../../rubric/rubric';

export function fieldsByPath(judgement: Judgement): ReadonlyMap<string, Field> {
  return new Map(judgement.fields.map((field) => [field.path, field]));
}

/** Why a field has its value: what the judge wrote for it, or the facts' reason where they decided it. */
export function reasonOf(
  fields: ReadonlyMap<string, Field>,
  path: string,
  rationale: string | undefined,
): string | undefined {
  const written = rationale === undefined ? undefined : fields.get(rationale)?.known;
  if (written?.kind === 'value' && typeof written.value === 'string') return written.value;
  const field = fields.get(path);
  // The facts' reasons stand beside what a judge says, too.
  return field?.by === 'program' || field?.by === 'nobody' ? field.because : undefined;
}

export function judgedCriterion(fields: ReadonlyMap<string, Field>, criterion: Criterion) {
  const { choice, min, max, rationale } = criterion;
  const path = criterionPath(criterion);
  return {
    field: fields.get(path),
    scale: choice === undefined && max !== undefined ? { min, max } : null,
    reason: reasonOf(fields, path, rationale),
  };
}

export interface Marks {
  judge?: Known;
  facts?: Known;
}

/** What the judge says of a field, and what facts say of it. */
export function marksOf(field: Field | undefined): Marks {
  if (!field) return {};
  if (field.by === 'program' || field.by === 'nobody') return { facts: field.known };
  return { judge: field.known, ...(field.programSays && { facts: field.programSays }) };
}

export function raterOf({ receipt }: Judgement): string | undefined {
  return receipt.mode === 'person' ? receipt.model : undefined;
}
