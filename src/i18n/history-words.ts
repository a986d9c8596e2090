import { historyWords as en } from './en-history';
import { historyWords as ko } from './ko-history';

export type HistoryWords = typeof en;

/** Apart from the other words, since only History and Settings need them: they are loaded with those screens. */
export const historyWords: Record<'en' | 'ko', HistoryWords> = { en, ko };
