import { isJsonObject, type Json } from '../model/json';

/** One text for one value, in whatever order its keys stand. */
export function jsonKey(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(jsonKey).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${jsonKey(member)}`);
  return `{${members.join(',')}}`;
}

export function sameJson(a: Json, b: Json): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && jsonKey(a) === jsonKey(b));
}
