import type { Came, Expectation } from '../model/cause';
import type { OutputSchema } from '../model/output-schema';

const longestShown = 60;

/** What a shape asks for; of a choice of shapes, each. */
export function expectationsOf(schema: OutputSchema): Expectation[] {
  if ('anyOf' in schema) return schema.anyOf.flatMap(expectationsOf);
  if ('prefixItems' in schema) return [{ kind: 'tuple', low: schema.prefixItems.length }];
  switch (schema.type) {
    case 'object':
      return [{ kind: 'object', values: Object.keys(schema.properties) }];
    case 'array':
      return [{ kind: 'list', ...bounds(schema.minItems, schema.maxItems) }];
    case 'string':
      if (schema.enum !== undefined) return [oneOf(schema.enum)];
      return [{ kind: 'text', ...bounds(schema.minLength, schema.maxLength) }];
    case 'integer':
    case 'number':
      if (schema.enum !== undefined) return [oneOf(schema.enum)];
      return [{ kind: schema.type, ...bounds(schema.minimum, schema.maximum) }];
    case 'boolean':
    case 'null':
      return [{ kind: schema.type }];
  }
}

/** A value that came, short enough to stand in a sentence. */
export function cameAs(value: unknown): Came {
  if (value === undefined) return { kind: 'nothing' };
  if (Array.isArray(value)) return { kind: 'list', count: value.length };
  if (typeof value === 'object' && value !== null) return { kind: 'object' };
  if (typeof value !== 'string') {
    const isPlain = typeof value === 'number' || typeof value === 'boolean' || value === null;
    return { kind: 'value', text: isPlain ? String(value) : `a ${typeof value}` };
  }
  const shown = value.length > longestShown ? `${value.slice(0, longestShown)}…` : value;
  return { kind: 'value', text: JSON.stringify(shown) };
}

function oneOf(values: readonly (string | number)[]): Expectation {
  return { kind: 'one-of', values: values.map((value) => JSON.stringify(value)) };
}

function bounds(low: number | undefined, high: number | undefined): { low?: number; high?: number } {
  return { ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) };
}
