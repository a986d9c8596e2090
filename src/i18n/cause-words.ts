import type { Cause } from '../core/model/cause';
import { causeInEnglish } from '../core/model/cause-in-english';
import { causeInKorean } from './ko-causes';

/** Apart from the other words, since only a judgement without a score needs them: they are loaded with the first judgement. */
export const causeWords: Record<'en' | 'ko', (cause: Cause) => string> = {
  en: causeInEnglish,
  ko: causeInKorean,
};
