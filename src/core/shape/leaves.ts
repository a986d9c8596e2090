import type { ObjectSchema, OutputSchema } from '../model/output-schema';
import { joinPath, type Path } from '../model/path';

export interface Leaf {
  path: Path;
  schema: OutputSchema;
}

/**
 * The fields people see, in the order of the shape. Objects and lists with a shape per place are descended into; a list
 * of free length is one field, because its places have no names; so is a pair such as [lowest, highest].
 */
export function leaves(shape: ObjectSchema): Leaf[] {
  const found: Leaf[] = [];
  collect('', shape, found);
  return found;
}

function collect(path: Path, schema: OutputSchema, found: Leaf[]): void {
  if ('properties' in schema) {
    for (const [key, property] of Object.entries(schema.properties))
      collect(joinPath(path, key), property, found);
  } else if ('prefixItems' in schema && !schema.prefixItems.every(isScalar)) {
    schema.prefixItems.forEach((place, index) => collect(joinPath(path, index), place, found));
  } else {
    found.push({ path, schema });
  }
}

function isScalar(schema: OutputSchema): boolean {
  if ('anyOf' in schema) return schema.anyOf.every(isScalar);
  return schema.type !== 'object' && schema.type !== 'array';
}
