import type { ObjectSchema, OutputSchema } from '../model/output-schema';
import { requiredKeys } from './required-keys';
import { toZod } from './to-zod';

/**
 * Undoes what `portable` asked of a model: a null that stands for an optional key is taken out again, so that the
 * validator of the shape accepts the value. Everything else comes back as it was.
 */
export function fromPortable(shape: OutputSchema, value: unknown): unknown {
  if ('anyOf' in shape) return fromChoice(shape.anyOf, value);
  if ('properties' in shape) return isRecord(value) ? withoutStandIns(shape, value) : value;
  if (!Array.isArray(value)) return value;
  const items: unknown[] = value;
  if ('prefixItems' in shape) {
    return items.map((item, index) => {
      const place = shape.prefixItems[index];
      return place === undefined ? item : fromPortable(place, item);
    });
  }
  if (!('items' in shape)) return value;
  const { items: every } = shape;
  return items.map((item) => fromPortable(every, item));
}

function withoutStandIns(shape: ObjectSchema, value: Readonly<Record<string, unknown>>): unknown {
  const required = requiredKeys(shape);
  const kept = Object.entries(value).flatMap(([key, entry]): [string, unknown][] => {
    const property = Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined;
    if (property === undefined) return [[key, entry]];
    const standIn = entry === null && !required.has(key) && !acceptsNull(property);
    return standIn ? [] : [[key, fromPortable(property, entry)]];
  });
  return Object.fromEntries(kept);
}

/** The first branch that takes the value decides what its nulls mean. */
function fromChoice(branches: readonly OutputSchema[], value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const branch of branches) {
    const candidate = fromPortable(branch, value);
    if (toZod(branch).safeParse(candidate).success) return candidate;
  }
  return value;
}

function acceptsNull(schema: OutputSchema): boolean {
  return 'anyOf' in schema ? schema.anyOf.some(acceptsNull) : schema.type === 'null';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
