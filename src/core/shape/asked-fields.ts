import { isJsonObject, type Json, type JsonObject } from '../model/json';
import type { ObjectSchema, OutputSchema } from '../model/output-schema';
import { joinPath, valueAt, type Path } from '../model/path';
import { leaves } from './leaves';
import { requiredKeys } from './required-keys';
import { decidedPlaces, isLeft, type DecidedPlaces } from './shrink';

/** A field that is asked for: where it stands in the whole shape, and where in a reply to what is asked. */
export interface AskedField {
  path: Path;
  askedPath: Path;
  schema: OutputSchema;
}

/** The fields of a shape that are left when `notAsked` are not. In lists with a shape per place what is left moves up. */
export function askedFields(shape: ObjectSchema, notAsked: Iterable<Path>): AskedField[] {
  const found: AskedField[] = [];
  collect(shape, '', '', decidedPlaces(notAsked), (field) => found.push(field), fieldPaths(shape));
  return found;
}

function fieldPaths(shape: ObjectSchema): Set<Path> {
  return new Set(leaves(shape).map(({ path }) => path));
}

function collect(
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
      collect(property, joinPath(path, key), joinPath(askedPath, key), decided, add, fields);
  } else if ('prefixItems' in schema) {
    let next = 0;
    for (const [index, place] of schema.prefixItems.entries()) {
      const placePath = joinPath(path, index);
      if (!isLeft(place, placePath, decided)) continue;
      collect(place, placePath, joinPath(askedPath, next), decided, add, fields);
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
