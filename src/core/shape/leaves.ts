import type { ObjectSchema, OutputSchema } from '../model/output-schema';
import { joinPath, segments, type Path } from '../model/path';

const wholeNumber = /^(0|[1-9]\d*)$/;

export interface Leaf {
  path: Path;
  schema: OutputSchema;
}

/** Shapes are never changed in place. */
const known = new WeakMap<ObjectSchema, readonly Leaf[]>();

/**
 * The fields people see, in the order of the shape. Objects and lists with a shape per place are descended into; a list
 * of free length is one field, because its places have no names; so is a pair such as [lowest, highest].
 */
export function leaves(shape: ObjectSchema): readonly Leaf[] {
  const before = known.get(shape);
  if (before) return before;
  const found: Leaf[] = [];
  collect('', shape, found);
  known.set(shape, found);
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

/** The schema at `path`, or undefined where the shape has no such place. An index into a free-length list gives its items. */
export function schemaAt(shape: OutputSchema, path: Path): OutputSchema | undefined {
  return descend(shape, segments(path));
}

function descend(schema: OutputSchema, rest: readonly string[]): OutputSchema | undefined {
  const [segment, ...further] = rest;
  if (segment === undefined) return schema;
  if ('anyOf' in schema) {
    for (const branch of schema.anyOf) {
      const found = descend(branch, rest);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const child = childOf(schema, segment);
  return child === undefined ? undefined : descend(child, further);
}

function childOf(schema: OutputSchema, segment: string): OutputSchema | undefined {
  if ('properties' in schema) {
    return Object.hasOwn(schema.properties, segment) ? schema.properties[segment] : undefined;
  }
  if (!wholeNumber.test(segment)) return undefined;
  if ('prefixItems' in schema) return schema.prefixItems[Number(segment)];
  return 'items' in schema ? schema.items : undefined;
}
