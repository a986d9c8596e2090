import { isJsonObject, type Json, type JsonObject } from '../../kit/json';
import type { ObjectSchema, OutputSchema, TupleSchema } from '../output-schema';
import { joinPath, type Path, valueAt } from '../path';
import { requiredKeys, leaves } from './fields';

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

/** A field that is asked for: where it stands in the whole shape, and where in a reply to what is asked. */
interface AskedField {
  path: Path;
  askedPath: Path;
  schema: OutputSchema;
}

/** The fields of a shape that are left when `notAsked` are not. In lists with a shape per place what is left moves up. */
export function askedFields(shape: ObjectSchema, notAsked: Iterable<Path>): AskedField[] {
  const found: AskedField[] = [];
  collectAsked(shape, '', '', decidedPlaces(notAsked), (field) => found.push(field), fieldPaths(shape));
  return found;
}

function fieldPaths(shape: ObjectSchema): Set<Path> {
  return new Set(leaves(shape).map(({ path }) => path));
}

function collectAsked(
  schema: OutputSchema,
  path: Path,
  askedPath: Path,
  decided: DecidedPlaces,
  add: (field: AskedField) => void,
  fields: ReadonlySet<Path>,
): void {
  if (path !== '' && !isLeft(schema, path, decided)) return;
  if (fields.has(path)) {
    add({ path, askedPath, schema });
  } else if ('properties' in schema) {
    for (const [key, property] of Object.entries(schema.properties))
      collectAsked(property, joinPath(path, key), joinPath(askedPath, key), decided, add, fields);
  } else if ('prefixItems' in schema) {
    let next = 0;
    for (const [index, place] of schema.prefixItems.entries()) {
      const placePath = joinPath(path, index);
      if (!isLeft(place, placePath, decided)) continue;
      collectAsked(place, placePath, joinPath(askedPath, next), decided, add, fields);
      next += 1;
    }
  }
}

/** What a reply to the shape without `notAsked` says, field by field. What it leaves out is absent. */
export function valuesIn(shape: ObjectSchema, reply: JsonObject, notAsked: Iterable<Path>): Map<Path, Json> {
  const values = new Map<Path, Json>();
  for (const { path, askedPath } of askedFields(shape, notAsked)) {
    const value = valueAt(reply, askedPath);
    if (value !== undefined) values.set(path, value);
  }
  return values;
}

/** The reply to the shape without `notAsked` that says these values: undoes `valuesIn`, from however many replies they come. */
export function replyOf(
  shape: ObjectSchema,
  values: ReadonlyMap<Path, Json>,
  notAsked: Iterable<Path>,
): JsonObject {
  const made = make(shape, '', { values, fields: fieldPaths(shape) }, decidedPlaces(notAsked))?.value;
  return isJsonObject(made) ? made : {};
}

/** `known`: whether it holds any of the values, and not only empty objects. */
interface Made {
  value: Json;
  known: boolean;
}

function make(
  schema: OutputSchema,
  path: Path,
  said: { values: ReadonlyMap<Path, Json>; fields: ReadonlySet<Path> },
  decided: DecidedPlaces,
): Made | null {
  if (path !== '' && !isLeft(schema, path, decided)) return null;
  const own = said.values.get(path);
  if (own !== undefined) return { value: own, known: true };
  if (said.fields.has(path)) return null;
  if ('properties' in schema) {
    const required = requiredKeys(schema);
    const entries = Object.entries(schema.properties).flatMap(([key, property]): [string, Made][] => {
      const place = joinPath(path, key);
      const made = make(property, place, said, decided);
      // What nothing is known of is there only where it must be, as `shrink` has it.
      const needed = required.has(key) || decided.touched.has(place);
      return made && (made.known || needed) ? [[key, made]] : [];
    });
    const value = Object.fromEntries(entries.map(([key, made]) => [key, made.value]));
    return { value, known: entries.some(([, { known }]) => known) };
  }
  if ('prefixItems' in schema) {
    const items = schema.prefixItems.flatMap((place, index): (Made | null)[] => {
      const placePath = joinPath(path, index);
      if (!isLeft(place, placePath, decided)) return [];
      return [make(place, placePath, said, decided)];
    });
    const known = items.some((item) => item?.known);
    // Without a gap that nobody filled the others would move up. Where some were filled, a reply with a gap is to be refused.
    if (!known && items.includes(null)) return null;
    return { value: items.map((item) => item?.value ?? null), known };
  }
  return null;
}

/**
 * The output that holds the given values and nothing else. Fields without a value are absent, except that a list place
 * before or after a known one is held open by an empty object; a list with a gap that cannot be held open is absent.
 */
export function assemble(shape: ObjectSchema, values: ReadonlyMap<Path, Json>): JsonObject {
  return merge(shape, {}, values);
}

/** The part of a complete output that the shape, shrunk by `notAsked`, asks for. `merge` undoes it. */
export function project(shape: ObjectSchema, output: JsonObject, notAsked: Iterable<Path>): JsonObject {
  const decided = decidedPlaces(notAsked);
  const kept = projectValue(shape, '', output, { ...decided, touched: new Set(decided.touched).add('') });
  return isJsonObject(kept) ? kept : {};
}

/** For a place at which something is asked. */
function projectValue(schema: OutputSchema, path: Path, value: Json, decided: DecidedPlaces): Json {
  if (!decided.touched.has(path)) return value;
  const below = (place: OutputSchema | undefined, key: string | number, entry: Json): Json[] => {
    const here = joinPath(path, key);
    if (place === undefined || !isLeft(place, here, decided)) return [];
    return [projectValue(place, here, entry, decided)];
  };
  if ('properties' in schema && isJsonObject(value)) {
    const { properties } = schema;
    const entries = Object.entries(value).flatMap(([key, entry]) => {
      const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
      return below(property, key, entry).map((kept): [string, Json] => [key, kept]);
    });
    return Object.fromEntries(entries);
  }
  if (!('prefixItems' in schema) || !Array.isArray(value)) return value;
  return value.flatMap((item, index) => below(schema.prefixItems[index], index, item));
}
