import { isJsonObject, type Json } from '../model/json';
import type { NumberSchema, OutputSchema } from '../model/output-schema';
import { segments, type Path } from '../model/path';

/** Every shape an `anyOf` allows, flattened. */
export function alternatives(schema: OutputSchema): OutputSchema[] {
  return 'anyOf' in schema ? schema.anyOf.flatMap(alternatives) : [schema];
}

/** The shapes one step down. A key that is null stands for an index only known at run time. */
export function stepInto(schemas: readonly OutputSchema[], key: string | number | null): OutputSchema[] {
  return schemas.flatMap(alternatives).flatMap((schema): OutputSchema[] => {
    if ('anyOf' in schema) return [];
    if (schema.type === 'object') {
      if (key === null) return Object.values(schema.properties);
      const property = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
      return property === undefined || typeof key === 'number' ? [] : [property];
    }
    if (schema.type !== 'array' || typeof key === 'string') return [];
    if (!('prefixItems' in schema)) return [schema.items];
    if (key === null) return schema.prefixItems;
    const place = schema.prefixItems[key];
    return place === undefined ? [] : [place];
  });
}

export function schemasAt(schema: OutputSchema, path: Path): OutputSchema[] {
  return segments(path).reduce<OutputSchema[]>(
    (here, key) => [...stepInto(here, key), ...(/^\d+$/.test(key) ? stepInto(here, Number(key)) : [])],
    [schema],
  );
}

/**
 * Whether a value the program decided may stand at a place of the reply. A stage may not use the validator of replies;
 * a test holds the two to the same answer.
 */
export function fitsSchema(schema: OutputSchema, value: Json): boolean {
  if ('anyOf' in schema) return schema.anyOf.some((choice) => fitsSchema(choice, value));
  switch (schema.type) {
    case 'object':
      return (
        isJsonObject(value) &&
        (schema.required ?? Object.keys(schema.properties)).every((key) => Object.hasOwn(value, key)) &&
        Object.entries(value).every(([key, entry]) =>
          stepInto([schema], key).some((property) => fitsSchema(property, entry)),
        )
      );
    case 'array':
      if (!Array.isArray(value)) return false;
      if ('prefixItems' in schema) {
        const places = schema.prefixItems;
        return (
          value.length === places.length && places.every((place, i) => fitsSchema(place, value[i] ?? null))
        );
      }
      return (
        value.length >= (schema.minItems ?? 0) &&
        value.length <= (schema.maxItems ?? Infinity) &&
        value.every((item) => fitsSchema(schema.items, item))
      );
    case 'string':
      return (
        typeof value === 'string' &&
        (schema.enum === undefined || schema.enum.includes(value)) &&
        characters(value) >= (schema.minLength ?? 0) &&
        characters(value) <= (schema.maxLength ?? Infinity)
      );
    case 'integer':
    case 'number':
      return (
        typeof value === 'number' &&
        (schema.type === 'number' || isWhole(value, schema)) &&
        (schema.enum === undefined || schema.enum.includes(value)) &&
        value >= (schema.minimum ?? -Infinity) &&
        value <= (schema.maximum ?? Infinity)
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
  }
}

/** JSON Schema counts characters, not the UTF-16 units of `length`. */
function characters(text: string): number {
  return Array.from(text).length;
}

/** Beyond the safe integers a number stands for many; only one that the rubric spells out is meant. */
function isWhole(value: number, schema: NumberSchema): boolean {
  return schema.enum === undefined ? Number.isSafeInteger(value) : Number.isInteger(value);
}
