import * as en from './en-ask';
import { askWords as ko } from './ko-ask';

/** Apart from the other words: they are loaded with the parts of the page that choose how a model is asked. */
export const askWords: Record<'en' | 'ko', typeof en.askWords> = { en: en.askWords, ko };
