import type { Cause } from '../judgement/cause';
import { causeInEnglish } from './en/causes';
import { causeInKorean } from './ko/causes';

/** Loaded with the first judgement. */
export const causeWords: Record<'en' | 'ko', (cause: Cause) => string> = {
  en: causeInEnglish,
  ko: causeInKorean,
};

/** What went wrong, in the reader's language where it is known by code, and otherwise in the words that were stored. */
export function failureInWords(
  { causes, detail }: { causes?: readonly Cause[] | undefined; detail?: string | undefined },
  language: keyof typeof causeWords,
): string {
  return causes && causes.length > 0 ? causes.map(causeWords[language]).join(' ') : (detail ?? '');
}
