import { isJsonObject, type Json, type JsonObject } from '../model/json';
import type { ObjectSchema, OutputSchema } from '../model/output-schema';
import { joinPath, type Path } from '../model/path';
import { overlaps } from './range/gaps';

/**
 * The shape with nothing but what lies at, above or below the given places. A list with a shape per place keeps its
 * length, since places are counted from its front.
 */
export function cutShape(shape: ObjectSchema, kept: ReadonlySet<Path>): ObjectSchema {
  return cutObject(shape, '', kept);
}

/** What the shape so cut has room for. Where nothing stood, nothing stands. */
export function cutOutput(shape: ObjectSchema, output: JsonObject, kept: ReadonlySet<Path>): JsonObject {
  return cutEntries(shape, output, '', kept);
}

function isKeptWhole(path: Path, kept: ReadonlySet<Path>): boolean {
  return [...kept].some((place) => place === '' || place === path || path.startsWith(`${place}.`));
}

function isTouched(path: Path, kept: ReadonlySet<Path>): boolean {
  return [...kept].some((place) => overlaps(place, path));
}

function cutObject(schema: ObjectSchema, path: Path, kept: ReadonlySet<Path>): ObjectSchema {
  const properties = Object.entries(schema.properties).flatMap(
    ([key, property]): [string, OutputSchema][] => {
      const place = joinPath(path, key);
      return isTouched(place, kept) ? [[key, cutSchema(property, place, kept)]] : [];
    },
  );
  const left = { ...schema, properties: Object.fromEntries(properties) };
  const keys = new Set(properties.map(([key]) => key));
  return schema.required === undefined
    ? left
    : { ...left, required: schema.required.filter((key) => keys.has(key)) };
}

function cutSchema(schema: OutputSchema, path: Path, kept: ReadonlySet<Path>): OutputSchema {
  if (isKeptWhole(path, kept)) return schema;
  if ('properties' in schema) return cutObject(schema, path, kept);
  if (!('prefixItems' in schema)) return schema;
  const prefixItems = schema.prefixItems.map((place, index) =>
    'properties' in place ? cutObject(place, joinPath(path, index), kept) : place,
  );
  return { ...schema, prefixItems };
}

function cutEntries(
  schema: ObjectSchema,
  value: JsonObject,
  path: Path,
  kept: ReadonlySet<Path>,
): JsonObject {
  const entries = Object.entries(value).flatMap(([key, entry]): [string, Json][] => {
    const property = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    const place = joinPath(path, key);
    if (property === undefined || !isTouched(place, kept)) return [];
    return [[key, cutValue(property, entry, place, kept)]];
  });
  return Object.fromEntries(entries);
}

function cutValue(schema: OutputSchema, value: Json, path: Path, kept: ReadonlySet<Path>): Json {
  if (isKeptWhole(path, kept)) return value;
  if ('properties' in schema) return isJsonObject(value) ? cutEntries(schema, value, path, kept) : value;
  if (!('prefixItems' in schema) || !Array.isArray(value)) return value;
  return value.map((item, index) => {
    const place = schema.prefixItems[index];
    const placePath = joinPath(path, index);
    if (place && 'properties' in place)
      return isJsonObject(item) ? cutEntries(place, item, placePath, kept) : item;
    // That something stands there is all that is asked of it.
    return isTouched(placePath, kept) ? item : null;
  });
}
