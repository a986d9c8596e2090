import { z } from './zod';

/** Any JSON value. What crosses a border (file, reply, store) is one of these at most. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const jsonSchema: z.ZodType<Json> = z.json();

/** No program writes more, and a function that calls itself for each level does not come back from millions. */
const mostLevels = 500;

/** Undefined where the text is no JSON, or where its objects and lists stand in one another without end. */
export function parseJson(text: string): unknown {
  if (isDeeperThan(text, mostLevels)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether more than so many objects and lists stand in one another. */
export function isDeeperThan(text: string, levels: number): boolean {
  if (text.length <= levels) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}

/** Where the string that opens here closes. */
function endOfString(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
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
