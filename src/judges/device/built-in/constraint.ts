import type { JsonObject } from '../../../kit/json';
import type { ObjectSchema, OutputSchema } from '../../../rubric/output-schema';

/** A shape as standard JSON Schema: what a rubric leaves to be understood is said. Keys stay in the rubric's order. */
export function constraintOf({ properties, required }: ObjectSchema): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, said(value)])),
    required: required ?? Object.keys(properties),
    additionalProperties: false,
  };
}

function said(schema: OutputSchema): JsonObject {
  if ('anyOf' in schema) return { anyOf: schema.anyOf.map(said) };
  switch (schema.type) {
    case 'object':
      return constraintOf(schema);
    case 'array':
      if ('prefixItems' in schema) {
        const count = schema.prefixItems.length;
        return {
          type: 'array',
          prefixItems: schema.prefixItems.map(said),
          items: false,
          minItems: count,
          maxItems: count,
        };
      }
      return { type: 'array', items: said(schema.items), ...stated(schema, ['minItems', 'maxItems']) };
    case 'string':
      return { type: 'string', ...stated(schema, ['enum', 'minLength', 'maxLength']) };
    case 'integer':
    case 'number':
      return { type: schema.type, ...stated(schema, ['enum', 'minimum', 'maximum']) };
    case 'boolean':
    case 'null':
      return { type: schema.type };
  }
}

/** The bounds that the rubric gives. */
function stated<Key extends string>(
  schema: Partial<Record<Key, string[] | number[] | number | undefined>>,
  keys: readonly Key[],
): JsonObject {
  return Object.fromEntries(keys.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]])));
}
