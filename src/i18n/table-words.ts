import { tableWords as en } from './en/table';
import { tableWords as ko } from './ko/table';

/** Loaded with the table. */
export const tableWords: Record<'en' | 'ko', typeof en> = { en, ko };
