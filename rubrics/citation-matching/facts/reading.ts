import { jsonSchema, type Json } from '../../../src/kit/json';
import type { Say } from './words';

/** An input read, or in plain words why it could not be. Nothing is guessed from an input that was not read. */
export type Reading<T> = { ok: true; value: T } | { ok: false; problem: Say };

export function read<T>(value: T): Reading<T> {
  return { ok: true, value };
}

export function unreadable(problem: Say): { ok: false; problem: Say } {
  return { ok: false, problem };
}

/** The JSON in a text, or undefined where it holds none. */
export function parseJson(text: string): Json | undefined {
  try {
    const parsed = jsonSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

const ABSENT = new Set([
  '',
  '-',
  '–',
  '—',
  '/',
  'null',
  'none',
  'n/a',
  'na',
  'not provided',
  'unknown',
  'inconnu',
  'inconnue',
  'non fourni',
  'geen',
  'onbekend',
  'niet vermeld',
]);

/** The text trimmed, or null where it only says that nothing is given. */
export function given(text: string | undefined): string | null {
  const trimmed = (text ?? '').trim();
  return ABSENT.has(trimmed.toLowerCase()) ? null : trimmed;
}
