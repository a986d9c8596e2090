import { isRecord } from './strict-schema';

/** Which of so many, counted from 0. */
export type Pick = (count: number) => number;

/** A value that a strict schema admits, the plainest unless told otherwise: first choices, one item of each kind, short words. */
export function answerSchema(schema: unknown, pick: Pick = () => 0): unknown {
  if (!isRecord(schema)) throw new Error('Expected a schema that was checked before.');
  const { anyOf, type, properties, items } = schema;
  if (Array.isArray(anyOf)) return answerSchema(anyOf[0], pick);
  const choices: unknown = schema['enum'];
  if (Array.isArray(choices)) {
    const values: unknown[] = choices;
    return values[pick(values.length)];
  }
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isRecord(properties) ? properties : {}).map(([key, value]) => [
          key,
          answerSchema(value, pick),
        ]),
      );
    case 'array':
      return itemsOf(items).map((item) => answerSchema(item, pick));
    case 'string':
      return 'As the case says.';
    case 'integer':
    case 'number':
      return numberIn(schema, pick);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function numberIn({ minimum, maximum }: Record<string, unknown>, pick: Pick): number {
  const least = typeof minimum === 'number' ? minimum : 0;
  return least + (typeof maximum === 'number' ? pick(1 + Math.floor(maximum - least)) : 0);
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
