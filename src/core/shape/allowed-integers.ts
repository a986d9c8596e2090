import type { OutputSchema } from '../model/output-schema';

/** A scale that is longer is no scale of scores. */
const most = 1000;

/** The whole numbers that a place may hold, where they are few; null for anything else. */
export function allowedIntegers(schema: OutputSchema): number[] | null {
  if (!('type' in schema) || schema.type !== 'integer') return null;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (schema.enum) return schema.enum.filter((value) => value >= minimum && value <= maximum);
  if (!(maximum - minimum < most)) return null;
  const lowest = Math.ceil(minimum);
  const count = Math.max(0, Math.floor(maximum) - lowest + 1);
  return Array.from({ length: count }, (_, index) => lowest + index);
}
