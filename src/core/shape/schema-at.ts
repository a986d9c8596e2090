import type { OutputSchema } from '../model/output-schema';
import { segments, type Path } from '../model/path';

const wholeNumber = /^(0|[1-9]\d*)$/;

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
