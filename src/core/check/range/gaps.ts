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

export function gapsIn(schema: OutputSchema, value: Json | undefined): Gap[] {
  const found: Gap[] = [];
  collect(schema, value, { path: '', required: true }, found);
  return found;
}

function collect(schema: OutputSchema, value: Json | undefined, here: Gap, found: Gap[]): void {
  if (!('anyOf' in schema)) {
    if (schema.type === 'object') {
      const given = isJsonObject(value) ? value : {};
      for (const key of Object.keys(schema.properties)) {
        const property = schema.properties[key];
        if (property === undefined) continue;
        const required = here.required && (schema.required === undefined || schema.required.includes(key));
        const entry = Object.hasOwn(given, key) ? given[key] : undefined;
        collect(property, entry, { path: joinPath(here.path, key), required }, found);
      }
      return;
    }
    const isTuple = schema.type === 'array' && 'prefixItems' in schema;
    if (isTuple && (value !== undefined || !schema.prefixItems.every(isScalar))) {
      const places = Array.isArray(value) ? value : [];
      for (const [index, place] of schema.prefixItems.entries())
        collect(place, places[index], { ...here, path: joinPath(here.path, index) }, found);
      return;
    }
  }
  if (value === undefined) found.push(here);
}

/** Whether one place lies within the other. */
export function overlaps(left: Path, right: Path): boolean {
  if (left === right || left === '' || right === '') return true;
  return left.startsWith(`${right}.`) || right.startsWith(`${left}.`);
}
