import type { JsonObject } from '../../kit/json';
import type { ObjectSchema, OutputSchema } from '../../rubric/output-schema';

/** A shape as JSON Schema, without words: what a rubric leaves to be understood is said. Keys stay in the rubric's order. */
export function jsonSchemaOf({ properties, required }: ObjectSchema): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, value]) => [key, valueSchema(value)]),
    ),
    required: required ?? Object.keys(properties),
    additionalProperties: false,
  };
}

function valueSchema(schema: OutputSchema): JsonObject {
  if ('anyOf' in schema) return { anyOf: schema.anyOf.map(valueSchema) };
  const { type } = schema;
  switch (type) {
    case 'object':
      return jsonSchemaOf(schema);
    case 'array': {
      if (!('prefixItems' in schema)) {
        const { items, minItems, maxItems } = schema;
        return { type, items: valueSchema(items), ...given({ minItems, maxItems }) };
      }
      const count = schema.prefixItems.length;
      return {
        type,
        prefixItems: schema.prefixItems.map(valueSchema),
        items: false,
        minItems: count,
        maxItems: count,
      };
    }
    case 'string': {
      const { minLength, maxLength } = schema;
      return schema.enum ? { type, enum: schema.enum } : { type, ...given({ minLength, maxLength }) };
    }
    case 'integer':
    case 'number': {
      const { minimum, maximum } = schema;
      return schema.enum ? { type, enum: schema.enum } : { type, ...given({ minimum, maximum }) };
    }
    default:
      return { type };
  }
}

function given(bounds: Record<string, number | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(bounds).flatMap(([key, bound]) => (bound === undefined ? [] : [[key, bound]])),
  );
}
