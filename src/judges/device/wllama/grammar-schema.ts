import type { JsonObject } from '../../../kit/json';
import type { ObjectSchema, OutputSchema } from '../../../rubric/output-schema';

/** llama.cpp refuses long repetitions in a grammar, and pays for each of them. The validator has the last word anyway. */
const longestRepetition = 200;

/** A shape as llama.cpp turns it into a grammar: every bound that it knows, no words, and keys in the order of the rubric. */
export function grammarSchema({ properties, required }: ObjectSchema): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, bare(value)])),
    required: required ?? Object.keys(properties),
    additionalProperties: false,
  };
}

function bare(schema: OutputSchema): JsonObject {
  if ('anyOf' in schema) return { anyOf: schema.anyOf.map(bare) };
  const { type } = schema;
  switch (schema.type) {
    case 'object':
      return grammarSchema(schema);
    case 'array':
      // Fixed places are read only where nothing is said of others, and then no others are admitted.
      if ('prefixItems' in schema) return { type, prefixItems: schema.prefixItems.map(bare) };
      return {
        type,
        items: bare(schema.items),
        ...repeated({ minItems: schema.minItems, maxItems: schema.maxItems }),
      };
    case 'string':
      if (schema.enum) return { type, enum: schema.enum };
      return { type, ...repeated({ minLength: schema.minLength, maxLength: schema.maxLength }) };
    case 'integer':
    case 'number':
      if (schema.enum) return { type, enum: schema.enum };
      return { type, ...stated({ minimum: schema.minimum, maximum: schema.maximum }) };
    case 'boolean':
    case 'null':
      return { type };
  }
}

function repeated(bounds: Record<string, number | undefined>): Record<string, number> {
  return stated(bounds, longestRepetition);
}

function stated(bounds: Record<string, number | undefined>, most = Infinity): Record<string, number> {
  return Object.fromEntries(
    Object.entries(bounds).flatMap(([key, bound]): [string, number][] =>
      bound === undefined || bound > most ? [] : [[key, bound]],
    ),
  );
}
