import { sheetFileWords as en } from './en-sheet-file';
import { sheetFileWords as ko } from './ko-sheet-file';

export type SheetFileWords = typeof en;

/** Apart from the other words: they come with the screens that open and export sheet files. */
export const sheetFileWords: Record<'en' | 'ko', SheetFileWords> = { en, ko };
