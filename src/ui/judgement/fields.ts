import type { Field, Judgement, Known } from '../../core/model/judgement';
import type { Criterion, Level } from '../../core/model/rubric';

export function fieldsByPath(judgement: Judgement): ReadonlyMap<string, Field> {
  return new Map(judgement.fields.map((field) => [field.path, field]));
}

export function criterionPath(criterion: Criterion): string {
  return criterion.choice ?? criterion.score ?? `${criterion.id}.score`;
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

/** Whether a level is the one chosen, one that is still possible, or neither. */
export function levelState(level: Level, known: Known | undefined): 'chosen' | 'possible' | 'other' {
  if (known?.kind === 'value') return covers(level, known.value) ? 'chosen' : 'other';
  if (known?.kind === 'one-of')
    return known.values.some((value) => covers(level, value)) ? 'possible' : 'other';
  if (known?.kind === 'range') {
    const [from, to] = typeof level.at === 'object' ? level.at : [level.at, level.at];
    return typeof from === 'number' && typeof to === 'number' && from <= known.max && to >= known.min
      ? 'possible'
      : 'other';
  }
  return 'other';
}

function covers(level: Level, value: unknown): boolean {
  if (typeof level.at === 'object') {
    return typeof value === 'number' && value >= level.at[0] && value <= level.at[1];
  }
  return level.at === value;
}
