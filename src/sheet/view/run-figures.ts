import { decimalText, wholeText } from '../../i18n/numbers';
import type { Messages } from '../../i18n/en/en';
import type { RunMessages } from '../../i18n/compare-words';
import type { Mean, Share } from '../../kit/text/figures';

/** A mean and over how many, or why there is none. */
export function meanSentence(mean: Mean | null, t: Messages, language: string): string {
  if (mean === null || mean.count === 0) return t.results.noneScored;
  const count = wholeText(mean.count, language);
  if (mean.value === null) return t.results.tooFew(count);
  return t.results.mean(decimalText(mean.value, mean.decimals, language), count);
}

/** How many pass: a percentage, or a count where that would say too much. */
export function passSentence({ met, count, value, decimals }: Share, t: Messages, language: string): string {
  const all = wholeText(count, language);
  if (value === null) return t.results.passCount(wholeText(met, language), all);
  return t.results.passRate(`${decimalText(value * 100, decimals, language)}%`, all);
}

/** Empty where there are too few for one. */
export function meanText({ value, decimals }: Mean, language: string): string {
  return value === null ? '' : decimalText(value, decimals, language);
}

/** A percentage, or a count of a count where that would say too much. Empty where there is nothing to count. */
export function shareText({ met, count, value, decimals }: Share, t: RunMessages, language: string): string {
  if (count === 0) return '';
  if (value === null) return t.compare.metOf(wholeText(met, language), wholeText(count, language));
  return `${decimalText(value * 100, decimals, language)}%`;
}
