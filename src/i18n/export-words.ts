import { exportWords as en } from './en-export';
import { exportWords as ko } from './ko-export';

/** Apart from the other words: they are loaded with the table. */
export const exportWords: Record<'en' | 'ko', typeof en> = { en, ko };
