import type { JsonObject } from '../../kit/json';
import type { ObjectSchema, OutputSchema } from '../../rubric/output-schema';

interface Dialect {
  mostRepeated: number;
  closesLists: boolean;
}

export const standard: Dialect = { mostRepeated: Infinity, closesLists: true };
/** llama.cpp refuses long repetitions. It reads fixed places only where `items` is missing, and then admits no others. */
export const llamaGrammar: Dialect = { mostRepeated: 200, closesLists: false };

/** A shape as JSON Schema, without words: what a rubric leaves to be understood is said. Keys stay in the rubric's order. */
export function jsonSchemaOf({ properties, required }: ObjectSchema, dialect: Dialect): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, value]) => [key, valueSchema(value, dialect)]),
    ),
    required: required ?? Object.keys(properties),
    additionalProperties: false,
  };
}

function valueSchema(schema: OutputSchema, dialect: Dialect): JsonObject {
  const inner = (one: OutputSchema) => valueSchema(one, dialect);
  if ('anyOf' in schema) return { anyOf: schema.anyOf.map(inner) };
  const { type } = schema;
  switch (type) {
    case 'object':
      return jsonSchemaOf(schema, dialect);
    case 'array': {
      if (!('prefixItems' in schema)) {
        const { items, minItems, maxItems } = schema;
        return { type, items: inner(items), ...bounds({ minItems, maxItems }, dialect.mostRepeated) };
      }
      const count = schema.prefixItems.length;
      const closed = { items: false, minItems: count, maxItems: count };
      return { type, prefixItems: schema.prefixItems.map(inner), ...(dialect.closesLists && closed) };
    }
    case 'string': {
      const { minLength, maxLength } = schema;
      if (schema.enum) return { type, enum: schema.enum };
      return { type, ...bounds({ minLength, maxLength }, dialect.mostRepeated) };
    }
    case 'integer':
    case 'number': {
      const { minimum, maximum } = schema;
      return schema.enum ? { type, enum: schema.enum } : { type, ...bounds({ minimum, maximum }, Infinity) };
    }
    default:
      return { type };
  }
}

function bounds(given: Record<string, number | undefined>, most: number): JsonObject {
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, bound]) =>
      bound === undefined || bound > most ? [] : [[key, bound]],
    ),
  );
}
