import type { StudioWords } from '../../i18n/studio-words';
import type { ProposedCriterion, ProposedField, ProposedInput } from '../import/proposal';

export function inputInWords({ kind, required, perRun }: ProposedInput, t: StudioWords): string {
  return [t.kinds[kind], required ? t.required : t.optional, ...(perRun ? [t.perRun] : [])].join(' · ');
}

export function fieldInWords(field: ProposedField, t: StudioWords): string {
  const { type, nullable, minimum, maximum, enum: labels } = field;
  const range = rangeInWords(minimum, maximum, t);
  const values = labels ? t.oneOf(labels.join(', ')) : range;
  const words = [t.types[type], ...(values === '' ? [] : [values])].join(', ');
  return nullable ? `${words}, ${t.orNull}` : words;
}

function rangeInWords(min: number | undefined, max: number | undefined, t: StudioWords): string {
  if (min !== undefined && max !== undefined) return t.scale(String(min), String(max));
  if (max !== undefined) return t.upTo(String(max));
  return min === undefined ? '' : t.from(String(min));
}

export function scaleInWords({ kind, min = 0, max, better }: ProposedCriterion, t: StudioWords): string {
  if (kind === 'choice') return '';
  const scale = max === undefined ? t.noScale : t.scale(String(min), String(max));
  return better === 'low' ? `${scale}, ${t.lowIsBetter}` : scale;
}
