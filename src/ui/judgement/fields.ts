import type { Field, Judgement, Known } from '../../core/model/judgement';

export function fieldsByPath(judgement: Judgement): ReadonlyMap<string, Field> {
  return new Map(judgement.fields.map((field) => [field.path, field]));
}

export { criterionPath } from '../../core/model/criterion-path';

/** Whether the field's reason is why it has its value: the program's reasons stand beside what a judge says, too. */
export function isProgramWord(field: Field | undefined): boolean {
  return field?.by === 'program' || field?.by === 'nobody';
}

/** Who labelled the case; undefined where no person did. */
export function raterOf({ receipt }: Judgement): string | undefined {
  return receipt.mode === 'person' ? receipt.model : undefined;
}

/** The span a number lies in: a point when it is known, the whole scale when nothing is. */
export function numericSpan(
  known: Known | undefined,
  min: number,
  max: number,
): { low: number; high: number } {
  if (known?.kind === 'value' && typeof known.value === 'number')
    return { low: known.value, high: known.value };
  if (known?.kind === 'range') return { low: known.min, high: known.max };
  return { low: min, high: max };
}

/** What the program says instead, where the judge's value contradicts it. */
export function contradiction(field: Field): Known | null {
  return field.contradicted ? (field.programSays ?? null) : null;
}
