import { editorWords as en } from './en/editor';
import { editorWords as ko } from './ko/editor';

export type EditorWords = typeof en;
/** Loaded with Rubrics. */
export const editorWords: Record<'en' | 'ko', EditorWords> = { en, ko };
