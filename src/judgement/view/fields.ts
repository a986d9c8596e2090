import type { Judgement } from '../judgement';
import type { Field, Known, Headline } from '../../rubric/values';
import type { Messages } from '../../i18n/en/en';
import { formatJson, formatKnown } from './format';

export function fieldsByPath(judgement: Judgement): ReadonlyMap<string, Field> {
  return new Map(judgement.fields.map((field) => [field.path, field]));
}

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

/** The sentence that puts the judge's own figures beside ours, and whether they clash. Null when it states none. */
export function compareHeadline(
  headline: Headline,
  t: Messages,
): { clash: boolean; sentence: string } | null {
  const { value, verdict, statedValue, statedVerdict } = headline;
  const words = t.judgement;
  const ours = formatKnown(value, t);
  const ourVerdict = verdict ? formatKnown(verdict, t) : '';
  const valueClash = statedValue !== undefined && value.kind === 'value' && value.value !== statedValue;
  const verdictClash =
    statedVerdict !== undefined && verdict?.kind === 'value' && verdict.value !== statedVerdict;
  const stated = statedValue === undefined ? '' : formatJson(statedValue, t);
  const statedWord = statedVerdict === undefined ? '' : formatJson(statedVerdict, t);

  if (valueClash && verdictClash) {
    return { clash: true, sentence: words.mismatchBoth(stated, statedWord, ours, ourVerdict) };
  }
  if (valueClash) return { clash: true, sentence: words.mismatchValue(stated, ours) };
  if (verdictClash) return { clash: true, sentence: words.mismatchVerdict(statedWord, ourVerdict) };
  if (statedValue === undefined) return null;
  return { clash: false, sentence: words.agrees([stated, statedWord].filter(Boolean).join(', ')) };
}
