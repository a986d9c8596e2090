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
