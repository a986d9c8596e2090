import { chartWords as en } from './en/chart';
import { chartWords as ko } from './ko/chart';

/** Loaded with the first picture. */
export const chartWords: Record<'en' | 'ko', typeof en> = { en, ko };
