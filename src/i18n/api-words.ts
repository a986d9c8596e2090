import { apiFormWords as enForm } from './en-api-form';
import { apiWords as en } from './en-judge';
import { apiFormWords as koForm } from './ko-api-form';
import { apiWords as ko } from './ko-judge';

/** Apart from the other words, since only a person who chooses the API judge needs them: they are loaded with its form. */
export const apiWords: Record<'en' | 'ko', typeof en & typeof enForm> = {
  en: { ...en, ...enForm },
  ko: { ...ko, ...koForm },
};
