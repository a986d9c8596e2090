import { screenWords as en } from './en/screens';
import { screenWords as ko } from './ko/screens';

export const screenWords: Record<'en' | 'ko', typeof en> = { en, ko };
