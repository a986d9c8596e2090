import { isRecord } from './strict-schema';

/** The plainest value that a strict schema admits: first choices, one item, short words. */
export function answerSchema(schema: unknown): unknown {
  if (!isRecord(schema)) throw new Error('Expected a schema that was checked before.');
  const { anyOf, type, properties, items } = schema;
  if (Array.isArray(anyOf)) return answerSchema(anyOf[0]);
  const choices: unknown = schema['enum'];
  if (Array.isArray(choices)) {
    const [first]: unknown[] = choices;
    return first;
  }
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isRecord(properties) ? properties : {}).map(([key, value]) => [
          key,
          answerSchema(value),
        ]),
      );
    case 'array':
      return [answerSchema(items)];
    case 'string':
      return 'As the case says.';
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
    case 'boolean':
      return true;
    default:
      return null;
  }
}
