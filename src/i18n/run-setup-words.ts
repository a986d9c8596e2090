import * as en from './en/run-setup';
import * as ko from './ko/run-setup';

/** Loaded with the choice of how a model is asked. */
export const askWords: Record<'en' | 'ko', typeof en.askWords> = { en: en.askWords, ko: ko.askWords };

/** Loaded with the options of a run. */
export const optionWords: Record<'en' | 'ko', typeof en.optionWords> = {
  en: en.optionWords,
  ko: ko.optionWords,
};
