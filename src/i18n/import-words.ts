import type { Messages } from './en/en';
import { importScreenWords as en } from './en/import';
import { importScreenWords as ko } from './ko/import';

type LateWords = typeof en;
export type ImportWords = Messages['import'] & LateWords;

/** Loaded with the preview of a file. */
const lateWords: Record<'en' | 'ko', LateWords> = { en, ko };

export function importWordsOf({ t, language }: { t: Messages; language: 'en' | 'ko' }): ImportWords {
  return { ...t.import, ...lateWords[language] };
}
