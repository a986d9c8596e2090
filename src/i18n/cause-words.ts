import type { Cause } from '../judgement/cause';
import { causeInEnglish } from './en/causes';
import { causeInKorean } from './ko/causes';

/** Loaded with the first judgement. */
export const causeWords: Record<'en' | 'ko', (cause: Cause) => string> = {
  en: causeInEnglish,
  ko: causeInKorean,
};
