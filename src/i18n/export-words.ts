import * as en from './en/export';
import * as ko from './ko/export';

export type SheetFileWords = typeof en.sheetFileWords;

/** Loaded with the table, and with the screens that open sheet files. */
export const exportWords: Record<'en' | 'ko', typeof en.exportWords> = {
  en: en.exportWords,
  ko: ko.exportWords,
};
export const sheetFileWords: Record<'en' | 'ko', SheetFileWords> = {
  en: en.sheetFileWords,
  ko: ko.sheetFileWords,
};
