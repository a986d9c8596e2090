import { presentWords as en } from './en/present';
import { presentWords as ko } from './ko/present';

/** Loaded with the deck. */
export const presentWords: Record<'en' | 'ko', typeof en> = { en, ko };
