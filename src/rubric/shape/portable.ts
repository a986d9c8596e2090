import { isPlainObject, mapValues } from '../../kit/json';
import type { NumberSchema, ObjectSchema, OutputSchema } from '../output-schema';
import { allowedIntegers, requiredKeys } from './fields';
import { toZod } from './to-zod';

/** The longest run of whole numbers that is spelled out: 0 to 100. */
const longestEnum = 101;

/**
 * The shape in the dialect that strict providers accept: all keys required, "or null" for optional, no bounds but the length of a
 * list whose length is fixed. A few refuse that too: `withoutLengths` is for them.
 * It admits more than the shape does; `fromPortable` and the validator of the shape have the last word.
 */
export function portable(shape: ObjectSchema): ObjectSchema {
  const required = requiredKeys(shape);
  const properties = Object.entries(shape.properties).map(([key, property]): [string, OutputSchema] => {
    const value = portableSchema(property);
    return [key, required.has(key) ? value : choice([value, { type: 'null' }], {})];
  });
  return {
    ...wordsOf(shape),
    type: 'object',
    properties: Object.fromEntries(properties),
    required: Object.keys(shape.properties),
    additionalProperties: false,
  };
}

function portableSchema(schema: OutputSchema): OutputSchema {
  if ('anyOf' in schema) return choice(schema.anyOf.map(portableSchema), wordsOf(schema));
  if ('prefixItems' in schema) {
    const items = choice(schema.prefixItems.map(portableSchema), {});
    return { ...wordsOf(schema), type: 'array', items, ...lengthOf(schema.prefixItems.length) };
  }
  switch (schema.type) {
    case 'object':
      return portable(schema);
    case 'array': {
      const length = schema.minItems === schema.maxItems ? schema.minItems : undefined;
      const items = portableSchema(schema.items);
      return { ...wordsOf(schema), type: 'array', items, ...(length !== undefined && lengthOf(length)) };
    }
    case 'string':
      return { ...wordsOf(schema), type: 'string', ...(schema.enum && { enum: [...schema.enum] }) };
    case 'integer':
    case 'number':
      return portableNumber(schema);
    case 'boolean':
    case 'null':
      return { ...schema };
  }
}

function lengthOf(items: number) {
  return { minItems: items, maxItems: items };
}

/** Of a portable shape. */
export function withoutLengths(shape: ObjectSchema): ObjectSchema {
  return { ...shape, properties: mapValues(shape.properties, withoutLengthsIn) };
}

function withoutLengthsIn(schema: OutputSchema): OutputSchema {
  if ('anyOf' in schema) return { ...schema, anyOf: schema.anyOf.map(withoutLengthsIn) };
  if ('properties' in schema) return withoutLengths(schema);
  if (!('items' in schema) || schema.items === false) return schema;
  const { minItems: _, maxItems: __, ...list } = schema;
  return { ...list, items: withoutLengthsIn(schema.items) };
}

function portableNumber(schema: NumberSchema): OutputSchema {
  const { type, minimum = -Infinity, maximum = Infinity } = schema;
  const allowed =
    schema.enum?.filter((value) => value >= minimum && value <= maximum) ??
    allowedIntegers(schema, longestEnum);
  return { ...wordsOf(schema), type, ...(allowed && allowed.length > 0 && { enum: allowed }) };
}

/** A choice without repeats and without choices inside it; a choice of one is no choice. */
function choice(branches: readonly OutputSchema[], words: Words): OutputSchema {
  const flat = branches.flatMap((branch) => ('anyOf' in branch ? branch.anyOf : [branch]));
  const distinct = [...new Map(flat.map((branch) => [JSON.stringify(branch), branch])).values()];
  const [only, another] = distinct;
  return only !== undefined && another === undefined ? { ...only, ...words } : { ...words, anyOf: distinct };
}

type Words = Pick<OutputSchema, 'title' | 'description'>;

function wordsOf({ title, description }: OutputSchema): Words {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  };
}

/** Takes out the nulls that stand for optional keys, so that the validator of the shape accepts the value. */
export function fromPortable(shape: OutputSchema, value: unknown): unknown {
  if ('anyOf' in shape) return fromChoice(shape.anyOf, value);
  if ('properties' in shape) return isPlainObject(value) ? withoutStandIns(shape, value) : value;
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
