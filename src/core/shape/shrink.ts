import type { ObjectSchema, OutputSchema } from '../model/output-schema';
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
export function shrinkSchema(schema: OutputSchema, path: Path, decided: DecidedPlaces): OutputSchema | null {
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
  throw new Error(`Expected a decided place that is a field of the shape, got one inside the field ${path}.`);
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
  const everyKey = stillRequired.length === properties.length && schema.required === undefined;
  const { required: _, ...rest } = schema;
  return {
    ...rest,
    properties: Object.fromEntries(properties),
    ...(!everyKey && { required: stillRequired }),
  };
}
