import { isJsonObject, type Json } from '../../kit/json';
import type { NumberSchema, ObjectSchema, OutputSchema } from '../output-schema';
import { joinPath, type Path } from '../path';
import { isNumberSchema, isValueList, requiredKeys } from '../shape/fields';
import { exact, largestChoice, listOf, sure, unknown, type Entry, type Value, joinValues } from './value';

export type Overrides = ReadonlyMap<Path, Value>;

interface PartialOutput {
  overrides: Overrides;
  /** The judge has answered: an optional field that is missing was left out on purpose. */
  complete: boolean;
}

function oneOf(values: readonly unknown[]): Value {
  const [first] = values;
  if (values.length === 1) return exact(first);
  if (values.length > 0 && values.length <= largestChoice) return { kind: 'choice', values };
  return unknown;
}

/** Every number the shape allows between two further bounds. Bounds that leave nothing are not believed. */
export function numbersOf(schema: NumberSchema, low = -Infinity, high = Infinity): Value {
  const whole = schema.type === 'integer';
  const from = Math.max(schema.minimum ?? -Infinity, low);
  const to = Math.min(schema.maximum ?? Infinity, high);
  if (schema.enum !== undefined) {
    const left = schema.enum.filter((item) => item >= from && item <= to);
    if (left.length === 0) return numbersOf(schema);
    if (left.length <= largestChoice) return oneOf([...new Set(left)]);
    return doubles(Math.min(...left), Math.max(...left));
  }
  const min = whole ? Math.ceil(from) : from;
  const max = whole ? Math.floor(to) : to;
  if (min > max) return low === -Infinity && high === Infinity ? unknown : numbersOf(schema);
  if (min === max) return exact(min);
  if (whole && max - min < largestChoice)
    return oneOf(Array.from({ length: max - min + 1 }, (_, i) => min + i));
  return doubles(min, max);
}

const doubles = (min: number, max: number): Value => ({ kind: 'range', min, max, type: 'double' });

function undecided(schema: OutputSchema, path: Path, known: PartialOutput): Value {
  if ('anyOf' in schema) return schema.anyOf.map((one) => undecided(one, path, known)).reduce(joinValues);
  switch (schema.type) {
    case 'object':
      return objectWith(schema, {}, path, known);
    case 'array':
      return 'prefixItems' in schema ? fromOutput(schema, [], path, known) : unknown;
    case 'string':
      return schema.enum === undefined ? unknown : oneOf(schema.enum);
    case 'integer':
    case 'number':
      return numbersOf(schema);
    case 'boolean':
      return oneOf([true, false]);
    case 'null':
      return exact(null);
  }
}

function undecidedAt(schema: OutputSchema, path: Path, known: PartialOutput): Value {
  const override = known.overrides.get(path);
  if (override === undefined) return undecided(schema, path, known);
  return override.kind === 'range' && isNumberSchema(schema)
    ? numbersOf(schema, override.min, override.max)
    : override;
}

function objectWith(schema: ObjectSchema, value: Json, path: Path, known: PartialOutput): Value {
  const given = isJsonObject(value) ? value : {};
  const needed = requiredKeys(schema);
  const entries = new Map<string, Entry>();
  let allExact = true;
  for (const [key, property] of Object.entries(schema.properties)) {
    const below = joinPath(path, key);
    const present = Object.hasOwn(given, key) ? given[key] : undefined;
    const required = needed.has(key);
    if (present === undefined && !required && known.complete && !known.overrides.has(below)) continue;
    const part =
      present === undefined
        ? undecidedAt(property, below, known)
        : fromOutput(property, present, below, known);
    if (present === undefined || part.kind !== 'exact') allExact = false;
    const settled = present !== undefined || known.overrides.get(below)?.kind === 'exact';
    const presence = settled ? 'yes' : required ? 'undecided' : 'maybe';
    entries.set(key, { outcome: sure(part), presence });
  }
  return allExact ? exact(given) : { kind: 'map', entries };
}

/** The output as far as it is decided, with every other leaf standing for all that may still come. */
export function fromOutput(schema: OutputSchema, value: Json, path: Path, known: PartialOutput): Value {
  if ('anyOf' in schema) return exact(value);
  if (schema.type === 'object') return objectWith(schema, value, path, known);
  if (schema.type === 'array' && 'prefixItems' in schema && Array.isArray(value)) {
    return listOf(
      schema.prefixItems.map((place, index) => {
        const below = joinPath(path, index);
        const item = value[index];
        // JSON has no holes: a null where an object must stand is a place that is not filled yet.
        const open = item === undefined || (item === null && 'type' in place && place.type === 'object');
        const part = open ? undecidedAt(place, below, known) : fromOutput(place, item, below, known);
        return { value: part, certain: true };
      }),
    );
  }
  return exact(value);
}

/** A leaf of the output at which nothing stands. `required` is false where the shape lets it be left out. */
interface Gap {
  path: Path;
  required: boolean;
}

export function gapsIn(
  schema: OutputSchema,
  value: Json | undefined,
  here: Gap = { path: '', required: true },
): Gap[] {
  if ('properties' in schema) {
    const required = requiredKeys(schema);
    return Object.entries(schema.properties).flatMap(([key, property]) => {
      const given = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
      const path = joinPath(here.path, key);
      return gapsIn(property, given, { path, required: here.required && required.has(key) });
    });
  }
  if ('prefixItems' in schema && (value !== undefined || !isValueList(schema))) {
    const given = Array.isArray(value) ? value : [];
    return schema.prefixItems.flatMap((place, index) =>
      gapsIn(place, given[index], { ...here, path: joinPath(here.path, index) }),
    );
  }
  return value === undefined ? [here] : [];
}

export function overlaps(left: Path, right: Path): boolean {
  const [outer, inner] = left.length < right.length ? [left, right] : [right, left];
  return (
    outer === '' ||
    (inner.startsWith(outer) && (inner.length === outer.length || inner[outer.length] === '.'))
  );
}
