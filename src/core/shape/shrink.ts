import { isJsonObject, type Json, type JsonObject } from '../model/json';
import type { ObjectSchema, OutputSchema, TupleSchema } from '../model/output-schema';
import { joinPath, type Path } from '../model/path';
import { requiredKeys } from './required-keys';

/**
 * The shape without the decided places: what is left to ask. Objects and lists that lose everything vanish, lists with
 * a shape per place become shorter. Null: nothing is left. An optional object in which something is decided becomes
 * required, since it will be there in any case.
 */
export function shrink(shape: ObjectSchema, decidedPaths: Iterable<Path>): ObjectSchema | null {
  const left = shrinkObject(shape, '', decidedPlaces(decidedPaths));
  return left !== null && Object.keys(left.properties).length > 0 ? left : null;
}

export interface DecidedPlaces {
  /** Decided whole. */
  here: ReadonlySet<Path>;
  /** Has something decided at or below it. */
  touched: ReadonlySet<Path>;
}

export function decidedPlaces(paths: Iterable<Path>): DecidedPlaces {
  const here = new Set(paths);
  const touched = new Set<Path>();
  for (const path of here) {
    for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1))
      touched.add(path.slice(0, end));
  }
  return { here, touched };
}

/** What is left of the schema at `path`, or null when nothing is. */
function shrinkSchema(schema: OutputSchema, path: Path, decided: DecidedPlaces): OutputSchema | null {
  if (decided.here.has(path)) return null;
  if (!decided.touched.has(path)) return schema;
  if ('properties' in schema) return shrinkObject(schema, path, decided);
  if ('prefixItems' in schema) {
    const places = schema.prefixItems.flatMap((place, index) => {
      const left = shrinkSchema(place, joinPath(path, index), decided);
      return left === null ? [] : [left];
    });
    return places.length === 0 ? null : { ...schema, prefixItems: places };
  }
  throw insideField(path);
}

/** Whether `shrinkSchema` leaves anything, without making it. */
export function isLeft(schema: OutputSchema, path: Path, decided: DecidedPlaces): boolean {
  if (decided.here.has(path)) return false;
  if (!decided.touched.has(path)) return true;
  if ('properties' in schema) {
    return Object.entries(schema.properties).some(([key, property]) =>
      isLeft(property, joinPath(path, key), decided),
    );
  }
  if ('prefixItems' in schema)
    return schema.prefixItems.some((place, index) => isLeft(place, joinPath(path, index), decided));
  throw insideField(path);
}

function insideField(path: Path): Error {
  return new Error(
    `Expected a decided place that is a field of the shape, got one inside the field ${path}.`,
  );
}

function shrinkObject(schema: ObjectSchema, path: Path, decided: DecidedPlaces): ObjectSchema | null {
  const required = requiredKeys(schema);
  const stillRequired: string[] = [];
  const properties: [string, OutputSchema][] = [];
  for (const [key, property] of Object.entries(schema.properties)) {
    const place = joinPath(path, key);
    const left = shrinkSchema(property, place, decided);
    if (left === null) continue;
    properties.push([key, left]);
    if (required.has(key) || decided.touched.has(place)) stillRequired.push(key);
  }
  if (properties.length === 0) return null;
  const left = { ...schema, properties: Object.fromEntries(properties) };
  return schema.required === undefined ? left : { ...left, required: stillRequired };
}

/**
 * Puts the decided values back into a reply to the shrunk shape, in the key order and the list places of the full shape.
 * `notAsked` are the paths the shape was shrunk by, where they are more than the decided ones: those without a value
 * stay absent.
 */
export function merge(
  shape: ObjectSchema,
  asked: JsonObject,
  decided: ReadonlyMap<Path, Json>,
  notAsked: Iterable<Path> = [],
): JsonObject {
  const places = decidedPlaces([...decided.keys(), ...notAsked]);
  return mergeObject(shape, '', asked, { places, values: decided });
}

interface Decided {
  places: DecidedPlaces;
  values: ReadonlyMap<Path, Json>;
}

function mergeSchema(
  schema: OutputSchema,
  path: Path,
  asked: Json | undefined,
  decided: Decided,
): Json | undefined {
  if (decided.places.here.has(path)) return decided.values.get(path);
  if (!decided.places.touched.has(path)) return asked;
  if ('properties' in schema) return mergeObject(schema, path, isJsonObject(asked) ? asked : {}, decided);
  if ('prefixItems' in schema) return mergeTuple(schema, path, Array.isArray(asked) ? asked : [], decided);
  throw insideField(path);
}

function mergeObject(schema: ObjectSchema, path: Path, asked: JsonObject, decided: Decided): JsonObject {
  const entries = Object.entries(schema.properties).flatMap(([key, property]): [string, Json][] => {
    const own = Object.hasOwn(asked, key) ? asked[key] : undefined;
    const value = mergeSchema(property, joinPath(path, key), own, decided);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(entries);
}

function mergeTuple(
  schema: TupleSchema,
  path: Path,
  asked: readonly Json[],
  decided: Decided,
): Json | undefined {
  const merged: Json[] = [];
  let next = 0;
  for (const [index, place] of schema.prefixItems.entries()) {
    const placePath = joinPath(path, index);
    const wasAsked = isLeft(place, placePath, decided.places);
    const known = mergeSchema(place, placePath, wasAsked ? asked[next] : undefined, decided);
    // Not `??`: a null in its place is a value.
    const value = known === undefined ? heldOpen(place) : known;
    if (wasAsked) next += 1;
    if (value === undefined) return undefined;
    merged.push(value);
  }
  return merged;
}

/** A list cannot have a gap: a place with nothing in it yet holds an empty object, or the list is left out. */
function heldOpen(place: OutputSchema): Json | undefined {
  return 'properties' in place ? {} : undefined;
}
