import type { Headline } from '../../core/model/judgement';
import type { Messages } from '../../i18n/en';
import { formatJson, formatKnown } from '../kit/format';

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
