import type { ObjectSchema, OutputSchema } from '../model/output-schema';

/** The same shapes are asked of many cases. They are never changed in place. */
const texts = new WeakMap<ObjectSchema, string>();

/**
 * The reply's shape as compact JSON Schema. Keywords stand in a fixed order however the rubric's author wrote them; properties
 * keep their own order, which is the order in which the model writes.
 */
export function schemaText(shape: ObjectSchema): string {
  const known = texts.get(shape);
  if (known !== undefined) return known;
  const text = JSON.stringify(ordered(shape));
  texts.set(shape, text);
  return text;
}

function ordered(schema: OutputSchema): object {
  const { title, description } = schema;
  if ('anyOf' in schema) return { title, description, anyOf: schema.anyOf.map(ordered) };
  const head = { type: schema.type, title, description };
  switch (schema.type) {
    case 'object': {
      const names = Object.keys(schema.properties);
      return {
        ...head,
        properties: Object.fromEntries(
          Object.entries(schema.properties).map(([name, property]) => [name, ordered(property)]),
        ),
        required: names.filter((name) => schema.required?.includes(name) ?? true),
        additionalProperties: false,
      };
    }
    case 'array':
      return 'prefixItems' in schema
        ? { ...head, prefixItems: schema.prefixItems.map(ordered), items: false }
        : { ...head, items: ordered(schema.items), minItems: schema.minItems, maxItems: schema.maxItems };
    case 'string':
      return { ...head, enum: schema.enum, minLength: schema.minLength, maxLength: schema.maxLength };
    case 'integer':
    case 'number':
      return { ...head, enum: schema.enum, minimum: schema.minimum, maximum: schema.maximum };
    case 'boolean':
    case 'null':
      return head;
  }
}
