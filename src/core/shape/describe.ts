import type { ArraySchema, NumberSchema, OutputSchema, StringSchema } from '../model/output-schema';

/** What a shape asks for, in words: "a whole number from 0 to 5". */
export function describeSchema(schema: OutputSchema): string {
  if ('anyOf' in schema) return [...new Set(schema.anyOf.map(describeSchema))].join(', or ');
  if ('prefixItems' in schema) return `a list of exactly ${counted(schema.prefixItems.length, 'item')}`;
  switch (schema.type) {
    case 'object':
      return `an object with the keys ${Object.keys(schema.properties).join(', ')}`;
    case 'array':
      return describeList(schema);
    case 'string':
      return describeText(schema);
    case 'integer':
    case 'number':
      return describeNumber(schema);
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
  }
}

/** A value that came, short enough to stand in a sentence. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${counted(value.length, 'item')}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  return typeof value === 'number' || typeof value === 'boolean' || value === null
    ? String(value)
    : `a ${typeof value}`;
}

function describeText(schema: StringSchema): string {
  if (schema.enum !== undefined) return choiceOf(schema.enum.map((label) => JSON.stringify(label)));
  return `text${between(schema.minLength, schema.maxLength, ' of', ' characters')}`;
}

function describeNumber(schema: NumberSchema): string {
  if (schema.enum !== undefined) return choiceOf(schema.enum.map(String));
  const kind = schema.type === 'integer' ? 'a whole number' : 'a number';
  return `${kind}${between(schema.minimum, schema.maximum, '', '')}`;
}

function describeList(schema: ArraySchema): string {
  return `a list${between(schema.minItems, schema.maxItems, ' of', ' items')}`;
}

function between(low: number | undefined, high: number | undefined, before: string, after: string): string {
  if (low !== undefined && high !== undefined) {
    return before === '' ? ` from ${low} to ${high}` : `${before} ${low} to ${high}${after}`;
  }
  if (low !== undefined) return `${before} at least ${low}${after}`;
  return high === undefined ? '' : `${before} at most ${high}${after}`;
}

function choiceOf(values: readonly string[]): string {
  return values.length === 1 ? values.join() : `one of ${values.join(', ')}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
