import { isJsonObject, type Json, type JsonObject } from '../model/json';
import type { ObjectSchema, OutputSchema } from '../model/output-schema';
import { joinPath, type Path } from '../model/path';
import { decidedPlaces, isLeft, type DecidedPlaces } from './shrink';

/** The part of a complete output that the shape, shrunk by `notAsked`, asks for. `merge` undoes it. */
export function project(shape: ObjectSchema, output: JsonObject, notAsked: Iterable<Path>): JsonObject {
  return projectObject(shape, '', output, decidedPlaces(notAsked));
}

function projectObject(
  schema: ObjectSchema,
  path: Path,
  value: JsonObject,
  decided: DecidedPlaces,
): JsonObject {
  const entries = Object.entries(value).flatMap(([key, entry]): [string, Json][] => {
    const property = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    const place = joinPath(path, key);
    if (property === undefined || !isLeft(property, place, decided)) return [];
    return [[key, projectValue(property, place, entry, decided)]];
  });
  return Object.fromEntries(entries);
}

/** For a place at which something is asked. */
function projectValue(schema: OutputSchema, path: Path, value: Json, decided: DecidedPlaces): Json {
  if (!decided.touched.has(path)) return value;
  if ('properties' in schema && isJsonObject(value)) return projectObject(schema, path, value, decided);
  if (!('prefixItems' in schema) || !Array.isArray(value)) return value;
  return value.flatMap((item, index) => {
    const place = schema.prefixItems[index];
    const placePath = joinPath(path, index);
    if (place === undefined || !isLeft(place, placePath, decided)) return [];
    return [projectValue(place, placePath, item, decided)];
  });
}
