import type { ObjectSchema, OutputSchema } from '../model/output-schema';
import { joinPath, type Path } from '../model/path';

/** The shape with room for any number at the given places: a total of other weights need not be whole, nor end at 100. */
export function loosenShape(shape: ObjectSchema, places: ReadonlySet<Path>): ObjectSchema {
  return places.size === 0 ? shape : loosenObject(shape, '', places);
}

function loosenObject(shape: ObjectSchema, path: Path, places: ReadonlySet<Path>): ObjectSchema {
  const properties = Object.entries(shape.properties).map(([key, property]): [string, OutputSchema] => [
    key,
    loosen(property, joinPath(path, key), places),
  ]);
  return { ...shape, properties: Object.fromEntries(properties) };
}

function loosen(shape: OutputSchema, path: Path, places: ReadonlySet<Path>): OutputSchema {
  if ('anyOf' in shape) return { ...shape, anyOf: shape.anyOf.map((one) => loosen(one, path, places)) };
  if (shape.type === 'object') return loosenObject(shape, path, places);
  if (shape.type === 'integer' || shape.type === 'number') {
    return places.has(path) ? { type: 'number' } : shape;
  }
  if (shape.type !== 'array' || !('prefixItems' in shape)) return shape;
  const prefixItems = shape.prefixItems.map((place, index) => loosen(place, joinPath(path, index), places));
  return { ...shape, prefixItems };
}
