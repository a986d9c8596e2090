import { refusalWords as en } from './en-refusal';
import { refusalWords as ko } from './ko-refusal';

/** Apart from the other words, since only a file that is refused needs them: they are loaded with the import of files. */
export const refusalWords: Record<'en' | 'ko', typeof en> = { en, ko };
