import { studioWords as en } from './en/studio';
import { studioWords as ko } from './ko/studio';

export type StudioWords = typeof en;
export const studioWords: Record<'en' | 'ko', StudioWords> = { en, ko };
