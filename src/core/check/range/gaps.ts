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

export function gapsIn(
  schema: OutputSchema,
  value: Json | undefined,
  path: Path = '',
  required = true,
): Gap[] {
  const here = value === undefined ? [{ path, required }] : [];
  if ('anyOf' in schema) return here;
  if (schema.type === 'object') {
    const given = isJsonObject(value) ? value : {};
    return Object.entries(schema.properties).flatMap(([key, property]) => {
      const needed = schema.required === undefined || schema.required.includes(key);
      const entry = Object.hasOwn(given, key) ? given[key] : undefined;
      return gapsIn(property, entry, joinPath(path, key), required && needed);
    });
  }
  if (schema.type !== 'array' || !('prefixItems' in schema)) return here;
  if (value === undefined && schema.prefixItems.every(isScalar)) return here;
  const places = Array.isArray(value) ? value : [];
  return schema.prefixItems.flatMap((place, index) =>
    gapsIn(place, places[index], joinPath(path, index), required),
  );
}

/** Whether one place lies within the other. */
export function overlaps(left: Path, right: Path): boolean {
  if (left === right || left === '' || right === '') return true;
  return left.startsWith(`${right}.`) || right.startsWith(`${left}.`);
}
