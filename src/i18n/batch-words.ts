import { batchWords as en } from './en/batch';
import { batchWords as ko } from './ko/batch';

export type BatchWords = typeof en;

/** Loaded with the dialog of batch files. */
export const batchWords: Record<'en' | 'ko', BatchWords> = { en, ko };
