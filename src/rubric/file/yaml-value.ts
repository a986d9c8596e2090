import { parse } from 'yaml';
import { jsonSchema, type Json } from '../../kit/json';

const longest = 500_000;

/** A stranger's YAML as JSON. Null where it is none, too long, or holds what JSON cannot. */
export function yamlOf(text: string): Json | null {
  if (text.length > longest) return null;
  try {
    return jsonSchema.safeParse(parse(text, { maxAliasCount: 20, logLevel: 'silent' })).data ?? null;
  } catch {
    return null;
  }
}
