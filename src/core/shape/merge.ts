import { isJsonObject, type Json, type JsonObject } from '../model/json';
import type { ObjectSchema, OutputSchema, TupleSchema } from '../model/output-schema';
import { joinPath, type Path } from '../model/path';
import { decidedPlaces, shrinkSchema, type DecidedPlaces } from './shrink';

interface Decided {
  places: DecidedPlaces;
  values: ReadonlyMap<Path, Json>;
}

/**
 * Puts the decided values back into a reply to the shrunk shape, in the key order and the list places of the full shape.
 * With `{}` for the reply this gives what is decided and nothing else. A list place that must be held open then holds
 * an empty object; a list in which a single value is missing is left out, because a gap cannot be written.
 */
export function merge(shape: ObjectSchema, asked: JsonObject, decided: ReadonlyMap<Path, Json>): JsonObject {
  return mergeObject(shape, '', asked, { places: decidedPlaces(decided.keys()), values: decided });
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
  throw new Error(`Expected a decided place that is a field of the shape, got one inside the field ${path}.`);
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
    const wasAsked = shrinkSchema(place, placePath, decided.places) !== null;
    const value =
      mergeSchema(place, placePath, wasAsked ? asked[next] : undefined, decided) ?? heldOpen(place);
    if (wasAsked) next += 1;
    if (value === undefined) return undefined;
    merged.push(value);
  }
  return merged;
}

function heldOpen(place: OutputSchema): Json | undefined {
  return 'properties' in place ? {} : undefined;
}
