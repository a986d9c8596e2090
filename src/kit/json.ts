import { z } from './zod';

/** Any JSON value. What crosses a border (file, reply, store) is one of these at most. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const jsonSchema: z.ZodType<Json> = z.json();

/** Undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Says the same as `jsonSchema` in a fraction of the time. A number that is too large is no JSON. */
export function isJson(value: unknown): value is Json {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' || typeof value === 'boolean' || value === null;
  return (Array.isArray(value) ? value : Object.values(value)).every(isJson);
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * JSON with one spelling: keys sorted by UTF-16 code units, no white space, numbers and texts as ECMAScript writes them (RFC
 * 8785). One difference: half a surrogate pair is written as its escape instead of being refused, since case text
 * comes from anywhere and must always hash. What is no JSON is a bug of the caller and throws.
 */
export function canonicalJson(value: unknown): string {
  // Array.from also visits holes, which are no JSON either.
  if (Array.isArray(value)) return `[${Array.from<unknown, string>(value, canonicalJson).join(',')}]`;
  if (isPlainObject(value)) {
    const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
  }
  if (typeof value === 'object' ? value === null : isJson(value)) return JSON.stringify(value);
  const got = typeof value === 'object' ? 'an object of a class' : typeof value;
  throw new Error(`Expected a JSON value, got ${typeof value === 'number' ? value : got}`);
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function mapValues<T>(
  record: Readonly<Record<string, T>>,
  change: (value: T, key: string) => T,
): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
