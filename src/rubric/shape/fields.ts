import type { NumberSchema, ObjectSchema, OutputSchema } from '../output-schema';
import { joinPath, segments, type Path } from '../path';
import { criterionPath, type Criterion, type Rubric } from '../rubric';

export interface Leaf {
  path: Path;
  schema: OutputSchema;
}

/** The fields people see, in order. A list of free length is one field, and so is a pair such as [lowest, highest]. */
export function leaves(schema: OutputSchema, path: Path = ''): Leaf[] {
  if ('properties' in schema)
    return Object.entries(schema.properties).flatMap(([key, inner]) => leaves(inner, joinPath(path, key)));
  if ('prefixItems' in schema && !isValueList(schema))
    return schema.prefixItems.flatMap((place, index) => leaves(place, joinPath(path, index)));
  return [{ path, schema }];
}

export function isNumberSchema(schema: OutputSchema): schema is NumberSchema {
  return 'type' in schema && (schema.type === 'integer' || schema.type === 'number');
}

export function isScalar(schema: OutputSchema): boolean {
  if ('anyOf' in schema) return schema.anyOf.every(isScalar);
  return schema.type !== 'object' && schema.type !== 'array';
}

export function alternatives(schema: OutputSchema): OutputSchema[] {
  return 'anyOf' in schema ? schema.anyOf.flatMap(alternatives) : [schema];
}

/** The shapes one step down. A key that is null stands for an index that is only known at run time. */
export function stepInto(schemas: readonly OutputSchema[], key: string | number | null): OutputSchema[] {
  return schemas.flatMap(alternatives).flatMap((schema): OutputSchema[] => {
    if ('properties' in schema) {
      return Object.entries(schema.properties).flatMap(([name, property]) =>
        key === null || name === key ? [property] : [],
      );
    }
    if (!('items' in schema) || typeof key === 'string') return [];
    if (!('prefixItems' in schema)) return [schema.items];
    return schema.prefixItems.filter((_, index) => key === null || index === key);
  });
}

/** A segment of a path as a key. No property is named like a whole number. */
function keyOf(segment: string): string | number {
  return /^(0|[1-9]\d*)$/.test(segment) ? Number(segment) : segment;
}

/** Every schema that a value at `path` may have. An index into a list of free length gives its items. */
export function schemasAt(schema: OutputSchema, path: Path): OutputSchema[] {
  return segments(path).reduce<OutputSchema[]>((here, segment) => stepInto(here, keyOf(segment)), [schema]);
}

/** The keys an object must have. A shape without `required` means all of them. */
export function requiredKeys(schema: ObjectSchema): ReadonlySet<string> {
  return new Set(schema.required ?? Object.keys(schema.properties));
}

/** The whole numbers that a place may hold, where they are at most `most`; null for anything else. */
export function allowedIntegers(schema: OutputSchema, most = 1000): number[] | null {
  if (!('type' in schema) || schema.type !== 'integer') return null;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (schema.enum) return schema.enum.filter((value) => value >= minimum && value <= maximum);
  if (!(maximum - minimum < most)) return null;
  const lowest = Math.ceil(minimum);
  const count = Math.max(0, Math.floor(maximum) - lowest + 1);
  return Array.from({ length: count }, (_, index) => lowest + index);
}

export interface OutputField {
  schema: OutputSchema;
  /** What the way to the field leads through: a list of free length, a choice of shapes, a list of plain values. */
  inside: ReadonlySet<'list' | 'choice' | 'values'>;
}

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
    const child: OutputSchema | undefined = 'anyOf' in here ? undefined : stepInto([here], keyOf(segment))[0];
    if (child === undefined) return undefined;
    here = child;
  }
  return { schema: here, inside };
}

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

/** A list of fixed length that holds plain values, such as [lowest, highest]. It is one field. */
export function isValueList(schema: OutputSchema): boolean {
  return 'prefixItems' in schema && schema.prefixItems.every(isScalar);
}

interface Part {
  id: string;
  label: string;
  paths: readonly Path[];
}

/** Fields by criterion, those of none last. A field belongs to the criterion that names it, or alone has its score beside it. */
export function splitByCriteria({ output, criteria }: Pick<Rubric, 'output' | 'criteria'>): Part[] {
  const owners = criteria.map((criterion) => ({ criterion, named: namedBy(criterion) }));
  const homes = owners.map(({ criterion }, index) => {
    const path = criterionPath(criterion);
    const home = path.slice(0, Math.max(0, path.lastIndexOf('.')));
    const shared = owners.some(
      (other, place) => place !== index && other.named.some((each) => isWithin(each, home)),
    );
    return home === '' || shared ? null : home;
  });
  const paths: Path[][] = criteria.map(() => []);
  const rest: Path[] = [];
  for (const { path } of leaves(output)) {
    const namer = owners.findIndex(({ named }) => named.some((each) => isWithin(each, path)));
    const host = namer >= 0 ? namer : homes.findIndex((home) => home !== null && isWithin(path, home));
    (paths[host] ?? rest).push(path);
  }
  return [
    ...criteria.map(({ id, label }, index) => ({ id, label, paths: paths[index] ?? [] })),
    { id: '', label: '', paths: rest },
  ].filter((part) => part.paths.length > 0);
}

function namedBy(criterion: Criterion): Path[] {
  const { rationale, parts } = criterion;
  const named = [rationale, ...parts.flatMap((part) => [part.score, part.rationale])];
  return [criterionPath(criterion), ...named.filter((path) => path !== undefined)];
}

function isWithin(path: Path, place: Path): boolean {
  return path === place || path.startsWith(`${place}.`);
}
