import type { Messages } from './en';
import { importScreenWords as en } from './en-import-screen';
import { importScreenWords as ko } from './ko-import-screen';

type LateWords = typeof en;
export type ImportWords = Messages['import'] & LateWords;

/** Apart from the other words, since only a file that came needs them: they are loaded with what shows it. */
const lateWords: Record<'en' | 'ko', LateWords> = { en, ko };

export function importWordsOf({ t, language }: { t: Messages; language: 'en' | 'ko' }): ImportWords {
  return { ...t.import, ...lateWords[language] };
}
