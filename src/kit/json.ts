import { z } from './zod';

/** Any JSON value. What crosses a border (file, reply, store) is one of these at most. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const jsonSchema: z.ZodType<Json> = z.json();

/** For what `JSON.parse` gave: `jsonSchema` told in a fraction of the time. A number that is too large is none. */
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
  return write(value, '$', new Set());
}

function write(value: unknown, place: string, above: Set<object>): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return JSON.stringify(value);
    throw notJson(place, String(value));
  }
  if (typeof value !== 'object') throw notJson(place, typeof value);
  if (above.has(value)) throw notJson(place, 'an object that contains itself');
  above.add(value);
  const text = Array.isArray(value) ? writeList(value, place, above) : writeObject(value, place, above);
  above.delete(value);
  return text;
}

function writeList(list: readonly unknown[], place: string, above: Set<object>): string {
  // Array.from also visits holes, which are no JSON either.
  return `[${Array.from(list, (item, index) => write(item, `${place}[${index}]`, above)).join(',')}]`;
}

function writeObject(object: object, place: string, above: Set<object>): string {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) throw notJson(place, 'an object of a class');
  const entries: [string, unknown][] = Object.entries(object);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  const members = entries.map(
    ([key, value]) => `${JSON.stringify(key)}:${write(value, `${place}.${key}`, above)}`,
  );
  return `{${members.join(',')}}`;
}

function notJson(place: string, got: string): Error {
  return new Error(`Expected a JSON value at ${place}, got ${got}`);
}
