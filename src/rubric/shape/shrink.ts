import { isJsonObject, type Json, type JsonObject } from '../../kit/json';
import type { ObjectSchema, OutputSchema } from '../output-schema';
import { joinPath, type Path, valueAt } from '../path';
import { isValueList, requiredKeys } from './fields';

interface DecidedPlaces {
  here: ReadonlySet<Path>;
  touched: ReadonlySet<Path>;
}

function decidedPlaces(paths: Iterable<Path>): DecidedPlaces {
  const here = new Set(paths);
  const touched = new Set<Path>();
  for (const path of here) {
    for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1))
      touched.add(path.slice(0, end));
  }
  return { here, touched };
}

/**
 * What is left to ask without the decided places; null when nothing is. Lists with a shape per place become shorter. An optional
 * object in which something is decided becomes required, since it will be there in any case.
 */
export function shrink(shape: ObjectSchema, decidedPaths: Iterable<Path>): ObjectSchema | null {
  return shrinkObject(shape, '', decidedPlaces(decidedPaths));
}

function shrinkSchema(schema: OutputSchema, path: Path, decided: DecidedPlaces): OutputSchema | null {
  if (decided.here.has(path)) return null;
  if (!decided.touched.has(path)) return schema;
  if ('properties' in schema) return shrinkObject(schema, path, decided);
  if (!('prefixItems' in schema)) throw insideField(path);
  const places = schema.prefixItems.flatMap(
    (place, index) => shrinkSchema(place, joinPath(path, index), decided) ?? [],
  );
  return places.length === 0 ? null : { ...schema, prefixItems: places };
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

function isLeft(schema: OutputSchema, path: Path, decided: DecidedPlaces): boolean {
  return shrinkSchema(schema, path, decided) !== null;
}

function insideField(path: Path): Error {
  return new Error(
    `Expected a decided place that is a field of the shape, got one inside the field ${path}.`,
  );
}

/** Puts decided values back into a reply to the shrunk shape. Of `notAsked`, the paths that have no value stay absent. */
export function merge(
  shape: ObjectSchema,
  reply: JsonObject,
  decided: ReadonlyMap<Path, Json>,
  notAsked: Iterable<Path> = [],
): JsonObject {
  const places = decidedPlaces([...decided.keys(), ...notAsked]);

  const mergeSchema = (schema: OutputSchema, path: Path, asked: Json | undefined): Json | undefined => {
    if (places.here.has(path)) return decided.get(path);
    if (!places.touched.has(path)) return asked;
    if ('properties' in schema) return mergeObject(schema, path, isJsonObject(asked) ? asked : {});
    if (!('prefixItems' in schema)) throw insideField(path);
    const rest = Array.isArray(asked) ? [...asked] : [];
    const merged = schema.prefixItems.flatMap((place, index): Json[] => {
      const here = joinPath(path, index);
      const value = mergeSchema(place, here, isLeft(place, here, places) ? rest.shift() : undefined);
      // A list cannot have a gap: a place with nothing in it yet holds an empty object, or the list is left out.
      if (value === undefined) return 'properties' in place ? [{}] : [];
      return [value];
    });
    return merged.length === schema.prefixItems.length ? merged : undefined;
  };
  const mergeObject = (schema: ObjectSchema, path: Path, asked: JsonObject): JsonObject => {
    const entries = Object.entries(schema.properties).flatMap(([key, property]): [string, Json][] => {
      const own = Object.hasOwn(asked, key) ? asked[key] : undefined;
      const value = mergeSchema(property, joinPath(path, key), own);
      return value === undefined ? [] : [[key, value]];
    });
    return Object.fromEntries(entries);
  };
  return mergeObject(shape, '', reply);
}

/** The output with these values and no others. List places beside a known one hold an empty object, or the list is left out. */
export function assemble(shape: ObjectSchema, values: ReadonlyMap<Path, Json>): JsonObject {
  return merge(shape, {}, values);
}

/** A field that is asked for: where it stands in the whole shape, and where in a reply to what is asked. */
interface AskedField {
  path: Path;
  askedPath: Path;
  schema: OutputSchema;
}

/** The fields of a shape that are left when `notAsked` are not. In lists with a shape per place what is left moves up. */
export function askedFields(shape: ObjectSchema, notAsked: Iterable<Path>): AskedField[] {
  const decided = decidedPlaces(notAsked);
  const collect = (schema: OutputSchema, path: Path, askedPath: Path): AskedField[] => {
    if ('properties' in schema) {
      return Object.entries(schema.properties).flatMap(([key, property]) =>
        collect(property, joinPath(path, key), joinPath(askedPath, key)),
      );
    }
    if (!('prefixItems' in schema) || isValueList(schema))
      return decided.here.has(path) ? [] : [{ path, askedPath, schema }];
    let next = 0;
    return schema.prefixItems.flatMap((place, index) => {
      const here = joinPath(path, index);
      return isLeft(place, here, decided) ? collect(place, here, joinPath(askedPath, next++)) : [];
    });
  };
  return collect(shape, '', '');
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

/** `known`: whether it holds any of the values, and not only empty objects. */
interface Made {
  value: Json;
  known: boolean;
}

/** The reply to the shape without `notAsked` that says these values: undoes `valuesIn`, from however many replies they come. */
export function replyOf(
  shape: ObjectSchema,
  values: ReadonlyMap<Path, Json>,
  notAsked: Iterable<Path>,
): JsonObject {
  const decided = decidedPlaces(notAsked);
  const make = (schema: OutputSchema, path: Path): Made | null => {
    const own = values.get(path);
    if (own !== undefined) return { value: own, known: true };
    if ('properties' in schema) {
      const required = requiredKeys(schema);
      const entries = Object.entries(schema.properties).flatMap(([key, property]): [string, Made][] => {
        const place = joinPath(path, key);
        const made = isLeft(property, place, decided) ? make(property, place) : null;
        // What nothing is known of is there only where it must be, as `shrink` has it.
        const needed = required.has(key) || decided.touched.has(place);
        return made && (made.known || needed) ? [[key, made]] : [];
      });
      const value = Object.fromEntries(entries.map(([key, made]) => [key, made.value]));
      return { value, known: entries.some(([, { known }]) => known) };
    }
    if (!('prefixItems' in schema) || isValueList(schema)) return null;
    const items = schema.prefixItems.flatMap((place, index) => {
      const here = joinPath(path, index);
      return isLeft(place, here, decided) ? [make(place, here)] : [];
    });
    const known = items.some((item) => item?.known);
    // An unknown list is left out. In a known one a gap stays, so that the others do not move up; the validator refuses it.
    if (!known && items.includes(null)) return null;
    return { value: items.map((item) => item?.value ?? null), known };
  };
  const made = make(shape, '')?.value;
  return isJsonObject(made) ? made : {};
}

/** The part of a complete output that the shape, shrunk by `notAsked`, asks for. `merge` undoes it. */
export function project(shape: ObjectSchema, output: JsonObject, notAsked: Iterable<Path>): JsonObject {
  const decided = decidedPlaces(notAsked);
  const keep = (schema: OutputSchema | undefined, path: Path, value: Json): Json[] => {
    if (schema === undefined || !isLeft(schema, path, decided)) return [];
    if (!decided.touched.has(path)) return [value];
    if ('properties' in schema && isJsonObject(value)) return [keepObject(schema, path, value)];
    if (!('prefixItems' in schema) || !Array.isArray(value)) return [value];
    return [value.flatMap((item, index) => keep(schema.prefixItems[index], joinPath(path, index), item))];
  };
  const keepObject = ({ properties }: ObjectSchema, path: Path, value: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(value).flatMap(([key, entry]) => {
        const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
        return keep(property, joinPath(path, key), entry).map((kept) => [key, kept]);
      }),
    );
  return keepObject(shape, '', output);
}
