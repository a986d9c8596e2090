import { z } from '../../kit/zod';
import type { Json, JsonObject } from '../../kit/json';
import type { NumberSchema, ObjectSchema, OutputSchema, StringSchema } from '../output-schema';
import { requiredKeys } from './fields';

/** The zod schema that accepts exactly the values the shape describes: nothing is coerced, no key is ignored. */
export function toZod(schema: OutputSchema): z.ZodType<Json> {
  if ('anyOf' in schema) return z.union(schema.anyOf.map(toZod));
  if ('prefixItems' in schema) return tupleToZod(schema.prefixItems);
  switch (schema.type) {
    case 'object':
      return objectToZod(schema);
    case 'array': {
      const list = z.array(toZod(schema.items)).min(schema.minItems ?? 0);
      return schema.maxItems === undefined ? list : list.max(schema.maxItems);
    }
    case 'string':
      return stringToZod(schema);
    case 'integer':
    case 'number':
      return numberToZod(schema);
    case 'boolean':
      return z.boolean();
    case 'null':
      return z.null();
  }
}

export function objectToZod(schema: ObjectSchema): z.ZodType<JsonObject> {
  const required = requiredKeys(schema);
  const properties = Object.entries(schema.properties).map(([key, property]): [string, z.ZodType<Json>] => {
    const value = toZod(property);
    return [key, required.has(key) ? value : z.exactOptional(value)];
  });
  return z.strictObject(Object.fromEntries(properties));
}

function tupleToZod(places: readonly OutputSchema[]): z.ZodType<Json> {
  const [first, ...rest] = places.map(toZod);
  return first === undefined ? z.array(z.never()) : z.tuple([first, ...rest]);
}

function stringToZod(schema: StringSchema): z.ZodType<Json> {
  const { minLength = 0, maxLength = Infinity } = schema;
  const fits = (text: string): boolean => {
    const length = characters(text);
    return length >= minLength && length <= maxLength;
  };
  if (schema.enum !== undefined) return oneOf(schema.enum.filter(fits));
  return minLength === 0 && maxLength === Infinity ? z.string() : z.string().refine(fits);
}

function numberToZod(schema: NumberSchema): z.ZodType<Json> {
  const { minimum = -Infinity, maximum = Infinity } = schema;
  const whole = schema.type === 'integer';
  if (schema.enum !== undefined) {
    return oneOf(schema.enum.filter((n) => n >= minimum && n <= maximum && (!whole || Number.isInteger(n))));
  }
  const number = whole ? z.int() : z.number();
  return number.min(minimum).max(maximum);
}

function oneOf(values: readonly (string | number)[]): z.ZodType<Json> {
  return values.length === 0 ? z.never() : z.literal(values);
}

/** JSON Schema counts characters, not the UTF-16 units of `length`. */
function characters(text: string): number {
  return Array.from(text).length;
}

/** Shapes are never changed in place. */
const validators = new WeakMap<OutputSchema, z.ZodType<Json>>();

export function fitsSchema(schema: OutputSchema, value: Json): boolean {
  const validator = validators.get(schema) ?? toZod(schema);
  validators.set(schema, validator);
  return validator.safeParse(value).success;
}
