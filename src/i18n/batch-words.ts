import { batchWords as en } from './en-batch';
import { batchWords as ko } from './ko-batch';

export type BatchWords = typeof en;

/** Apart from the other words, since only batch files need them: they are loaded with their dialog. */
export const batchWords: Record<'en' | 'ko', BatchWords> = { en, ko };
