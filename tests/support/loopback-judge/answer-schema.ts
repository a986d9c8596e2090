import { isRecord } from './strict-schema';

/** The plainest value that a strict schema admits: first choices, one item of each kind, short words. */
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
      return itemsOf(items).map(answerSchema);
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

/**
 * One item of each kind: a list with fixed places comes as a choice of them, in their order. Numbers come in pairs: a range,
 * such as a span of confidence, has lost its length on the way here.
 */
function itemsOf(items: unknown): unknown[] {
  if (isRecord(items) && Array.isArray(items['anyOf'])) return items['anyOf'];
  const isNumber = isRecord(items) && (items['type'] === 'number' || items['type'] === 'integer');
  return isNumber ? [items, items] : [items];
}
