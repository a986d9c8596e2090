import type { ObjectSchema, OutputSchema } from '../model/output-schema';
import { joinPath, segments, type Path } from '../model/path';

export interface OutputField {
  schema: OutputSchema;
  /** What the way to the field leads through: a list of free length, a choice of shapes, a list of plain values. */
  inside: ReadonlySet<'list' | 'choice' | 'values'>;
}

/** The place in the output that a rubric's path names, or undefined where there is none. */
export function fieldAt(output: ObjectSchema, path: Path): OutputField | undefined {
  let here: OutputSchema = output;
  const inside = new Set<'list' | 'choice' | 'values'>();
  for (const segment of segments(path)) {
    if ('anyOf' in here) {
      inside.add('choice');
      here = withoutNull(here);
    }
    if (isValueList(here)) inside.add('values');
    else if ('items' in here && !('prefixItems' in here)) inside.add('list');
    const child = childOf(here, segment);
    if (child === undefined) return undefined;
    here = child;
  }
  return { schema: here, inside };
}

/** Every path that can be written down, for "did you mean". */
export function pathsOf(schema: OutputSchema, parent: Path = ''): Path[] {
  const here = withoutNull(schema);
  const own = parent === '' ? [] : [parent];
  if ('properties' in here) {
    return [
      ...own,
      ...Object.entries(here.properties).flatMap(([key, child]) => pathsOf(child, joinPath(parent, key))),
    ];
  }
  if (!('prefixItems' in here)) return own;
  return [...own, ...here.prefixItems.flatMap((child, index) => pathsOf(child, joinPath(parent, index)))];
}

/** "This or null" is read as "this". */
export function withoutNull(schema: OutputSchema): OutputSchema {
  if (!('anyOf' in schema)) return schema;
  const branches = schema.anyOf.filter((branch) => 'anyOf' in branch || branch.type !== 'null');
  const [only, another] = branches;
  return only !== undefined && another === undefined ? only : schema;
}

export function isScalar(schema: OutputSchema): boolean {
  if ('anyOf' in schema) return schema.anyOf.every(isScalar);
  return schema.type !== 'object' && schema.type !== 'array';
}

/** A list of fixed length that holds plain values, such as [lowest, highest]. It is one field. */
export function isValueList(schema: OutputSchema): boolean {
  return 'prefixItems' in schema && schema.prefixItems.every(isScalar);
}

function childOf(schema: OutputSchema, segment: string): OutputSchema | undefined {
  if ('properties' in schema) {
    return Object.hasOwn(schema.properties, segment) ? schema.properties[segment] : undefined;
  }
  if (!/^(0|[1-9]\d*)$/.test(segment)) return undefined;
  if ('prefixItems' in schema) return schema.prefixItems[Number(segment)];
  return 'items' in schema ? schema.items : undefined;
}
