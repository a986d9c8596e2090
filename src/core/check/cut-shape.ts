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

type Cut<T extends Json> = (value: T) => T;

/** Leaves of an output what the shape so cut has room for. Where nothing stood, nothing stands. */
export function outputCutter(shape: ObjectSchema, kept: ReadonlySet<Path>): Cut<JsonObject> {
  return entriesCutter(shape, '', kept);
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

function entriesCutter(schema: ObjectSchema, path: Path, kept: ReadonlySet<Path>): Cut<JsonObject> {
  const cuts = new Map(
    Object.entries(schema.properties).flatMap(([key, property]): [string, Cut<Json>][] => {
      const place = joinPath(path, key);
      return isTouched(place, kept) ? [[key, valueCutter(property, place, kept)]] : [];
    }),
  );
  return (value) =>
    Object.fromEntries(
      Object.entries(value).flatMap(([key, entry]): [string, Json][] => {
        const cut = cuts.get(key);
        return cut ? [[key, cut(entry)]] : [];
      }),
    );
}

function valueCutter(schema: OutputSchema, path: Path, kept: ReadonlySet<Path>): Cut<Json> {
  if (isKeptWhole(path, kept)) return (value) => value;
  if ('properties' in schema) return ifObject(entriesCutter(schema, path, kept));
  if (!('prefixItems' in schema)) return (value) => value;
  const cuts = schema.prefixItems.map((place, index): Cut<Json> => {
    const placePath = joinPath(path, index);
    if ('properties' in place) return ifObject(entriesCutter(place, placePath, kept));
    // That something stands there is all that is asked of it.
    return isTouched(placePath, kept) ? (item) => item : () => null;
  });
  return (value) => (Array.isArray(value) ? value.map((item, index) => cuts[index]?.(item) ?? null) : value);
}

function ifObject(cut: Cut<JsonObject>): Cut<Json> {
  return (value) => (isJsonObject(value) ? cut(value) : value);
}
