import { deviceWords as en } from './en/device';
import { deviceWords as ko } from './ko/device';

export type DeviceWords = typeof en;

/** Loaded with the form of the judge on this device. */
export const deviceWords: Record<'en' | 'ko', DeviceWords> = { en, ko };
