import * as en from './en/run-setup';
import * as ko from './ko/run-setup';

/** Loaded with the choice of how a model is asked, and when a model on this device gave up. */
export const askWords: Record<'en' | 'ko', typeof en.askWords> = { en: en.askWords, ko: ko.askWords };
export const smallerModelWords: Record<'en' | 'ko', typeof en.smallerModelWords> = {
  en: en.smallerModelWords,
  ko: ko.smallerModelWords,
};
