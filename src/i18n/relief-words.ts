import { reliefWords as en } from './en-relief';
import { reliefWords as ko } from './ko-relief';

/** Apart from the other words: they are loaded only when a model on this device gave up. */
export const reliefWords: Record<'en' | 'ko', typeof en> = { en, ko };
