import { judgementViewWords as en } from './en/judgement-view';
import { judgementViewWords as ko } from './ko/judgement-view';

/** Loaded with the judgement. */
export const judgementViewWords: Record<'en' | 'ko', typeof en> = { en, ko };
