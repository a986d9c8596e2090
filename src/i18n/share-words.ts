import * as en from './en-shares';
import { shareWords as ko } from './ko-shares';

/** Apart from the other words: they are loaded with the table. */
export const shareWords: Record<'en' | 'ko', typeof en.shareWords> = { en: en.shareWords, ko };
