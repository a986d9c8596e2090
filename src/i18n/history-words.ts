import { historyWords as en } from './en/history';
import { historyWords as ko } from './ko/history';

export type HistoryWords = typeof en;

/** Loaded with History and Settings. */
export const historyWords: Record<'en' | 'ko', HistoryWords> = { en, ko };
