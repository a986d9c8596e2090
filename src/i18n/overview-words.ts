import { overviewWords as en } from './en/overview';
import { overviewWords as ko } from './ko/overview';

export type OverviewWords = typeof en;

/** Loaded with the overview. */
export const overviewWords: Record<'en' | 'ko', OverviewWords> = { en, ko };
