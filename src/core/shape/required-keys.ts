import type { ObjectSchema } from '../model/output-schema';

/** The keys an object must have. A shape without `required` means all of them. */
export function requiredKeys(schema: ObjectSchema): ReadonlySet<string> {
  return new Set(schema.required ?? Object.keys(schema.properties));
}
