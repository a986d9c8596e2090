import { apiWords as en } from './en/api';
import { apiWords as ko } from './ko/api';

/** Loaded with the form of the API judge. */
export const apiWords: Record<'en' | 'ko', typeof en> = { en, ko };
