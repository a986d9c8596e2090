import { isJsonObject, type Json } from '../../model/json';
import type { OutputSchema } from '../../model/output-schema';
import { joinPath, type Path } from '../../model/path';

/** A leaf of the output at which nothing stands. */
interface Gap {
  path: Path;
  /** False where the shape lets it be left out. */
  required: boolean;
}

function isScalar(schema: OutputSchema): boolean {
  return 'anyOf' in schema || (schema.type !== 'object' && schema.type !== 'array');
}

/** A place of a shape, with those below it. */
interface Place extends Gap {
  /** Of an object. */
  entries?: readonly (readonly [key: string, place: Place])[];
  /** Of a list with a shape per place. */
  items?: readonly Place[];
  /** Where nothing stands at all, its items count each by itself. */
  itemsCount?: boolean;
}

/** Shapes are never changed in place, and outputs of one are looked at by the thousand. */
const known = new WeakMap<OutputSchema, Place>();

export function gapsIn(schema: OutputSchema, value: Json | undefined): Gap[] {
  const root = known.get(schema) ?? placesIn(schema, { path: '', required: true });
  known.set(schema, root);
  const found: Gap[] = [];
  collect(root, value, found);
  return found;
}

function placesIn(schema: OutputSchema, here: Gap): Place {
  if ('properties' in schema) {
    return {
      ...here,
      entries: Object.entries(schema.properties).map(([key, property]) => {
        const required = here.required && (schema.required === undefined || schema.required.includes(key));
        return [key, placesIn(property, { path: joinPath(here.path, key), required })];
      }),
    };
  }
  if (!('prefixItems' in schema)) return here;
  return {
    ...here,
    items: schema.prefixItems.map((place, index) =>
      placesIn(place, { ...here, path: joinPath(here.path, index) }),
    ),
    itemsCount: !schema.prefixItems.every(isScalar),
  };
}

function collect(here: Place, value: Json | undefined, found: Gap[]): void {
  if (here.entries) {
    const given = isJsonObject(value) ? value : null;
    for (const [key, place] of here.entries)
      collect(place, given && Object.hasOwn(given, key) ? given[key] : undefined, found);
  } else if (here.items && (value !== undefined || here.itemsCount)) {
    const given = Array.isArray(value) ? value : [];
    for (const [index, place] of here.items.entries()) collect(place, given[index], found);
  } else if (value === undefined) found.push(here);
}

/** Whether one place lies within the other. */
export function overlaps(left: Path, right: Path): boolean {
  const [outer, inner] = left.length < right.length ? [left, right] : [right, left];
  return (
    outer === '' ||
    (inner.startsWith(outer) && (inner.length === outer.length || inner[outer.length] === '.'))
  );
}
