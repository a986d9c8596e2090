import * as en from './en/compare';
import type { Messages } from './en/en';
import * as ko from './ko/compare';

interface LateWords {
  compare: typeof en.compareWords;
  reweigh: typeof en.reweighWords;
}
/** The page's words, and those of the screens of stored runs. */
export type RunMessages = Messages & LateWords;

/** Loaded with the screens of stored runs. */
const lateWords: Record<'en' | 'ko', LateWords> = {
  en: { compare: en.compareWords, reweigh: en.reweighWords },
  ko: { compare: ko.compareWords, reweigh: ko.reweighWords },
};

export function runScreenWords({ t, language }: { t: Messages; language: 'en' | 'ko' }): RunMessages {
  return { ...t, ...lateWords[language] };
}
