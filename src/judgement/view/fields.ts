import type { Json } from '../../kit/json';
import type { Judgement } from '../judgement';
import type { Field, Known, Headline } from '../../rubric/values';
import { criterionPath, type Criterion } from '../../rubric/rubric';
import type { Messages } from '../../i18n/en/en';
import { formatJson, formatKnown } from './format';

export function fieldsByPath(judgement: Judgement): ReadonlyMap<string, Field> {
  return new Map(judgement.fields.map((field) => [field.path, field]));
}

/** Why a field has its value: what the judge wrote for it, or the program's reason where the program decided it. */
export function reasonOf(
  fields: ReadonlyMap<string, Field>,
  path: string,
  rationale: string | undefined,
): string | undefined {
  const written = rationale === undefined ? undefined : fields.get(rationale)?.known;
  if (written?.kind === 'value' && typeof written.value === 'string') return written.value;
  const field = fields.get(path);
  // The program's reasons stand beside what a judge says, too.
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

export function raterOf({ receipt }: Judgement): string | undefined {
  return receipt.mode === 'person' ? receipt.model : undefined;
}

export function contradiction(field: Field | undefined): Known | null {
  return field?.contradicted ? (field.programSays ?? null) : null;
}

/** The sentence that puts the judge's own figures beside ours, and whether they clash. Null when it states none. */
export function compareHeadline(
  headline: Headline,
  t: Messages,
): { clash: boolean; sentence: string } | null {
  const { value, verdict, statedValue, statedVerdict } = headline;
  const words = t.judgement;
  const clashes = (known: Known | undefined, stated: Json | undefined) =>
    stated !== undefined && known?.kind === 'value' && known.value !== stated;
  const valueClash = clashes(value, statedValue);
  const verdictClash = clashes(verdict, statedVerdict);
  const said = statedValue === undefined ? '' : formatJson(statedValue, t);
  const saidVerdict = statedVerdict === undefined ? '' : formatJson(statedVerdict, t);
  const ours = formatKnown(value, t);
  const ourVerdict = verdict ? formatKnown(verdict, t) : '';

  if (valueClash && verdictClash)
    return { clash: true, sentence: words.mismatchBoth(said, saidVerdict, ours, ourVerdict) };
  if (valueClash) return { clash: true, sentence: words.mismatchValue(said, ours) };
  if (verdictClash) return { clash: true, sentence: words.mismatchVerdict(saidVerdict, ourVerdict) };
  if (statedValue === undefined) return null;
  return { clash: false, sentence: words.agrees([said, saidVerdict].filter(Boolean).join(', ')) };
}
