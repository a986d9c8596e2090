import { isJsonObject, type Json } from '../../kit/json';
import type { NumberSchema, ObjectSchema, OutputSchema } from '../output-schema';
import { joinPath, type Path } from '../path';
import { isNumberSchema } from '../shape/fields';
import { exact, largestChoice, listOf, sure, unknown, type Entry, type Value, joinValues } from './value';

/** What the program knows of places in the output beyond their shape. */
export type Overrides = ReadonlyMap<Path, Value>;

interface PartialOutput {
  overrides: Overrides;
  /** Whoever was asked has answered: an optional field that is missing was left out on purpose. */
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
    return { kind: 'range', min: Math.min(...left), max: Math.max(...left), type: 'double' };
  }
  const min = whole ? Math.ceil(from) : from;
  const max = whole ? Math.floor(to) : to;
  if (min > max) return low === -Infinity && high === Infinity ? unknown : numbersOf(schema);
  if (min === max) return exact(min);
  if (whole && max - min < largestChoice)
    return oneOf(Array.from({ length: max - min + 1 }, (_, i) => min + i));
  return { kind: 'range', min, max, type: 'double' };
}

function undecided(schema: OutputSchema, path: Path, known: PartialOutput): Value {
  if ('anyOf' in schema) return schema.anyOf.map((one) => undecided(one, path, known)).reduce(joinValues);
  switch (schema.type) {
    case 'object':
      return objectWith(schema, {}, path, known);
    case 'array':
      if (!('prefixItems' in schema)) return unknown;
      return listOf(
        schema.prefixItems.map((place, index) => ({
          value: undecidedAt(place, joinPath(path, index), known),
          certain: true,
        })),
      );
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

/** An undecided place: what the program computed or bounded, otherwise all that its shape allows. */
function undecidedAt(schema: OutputSchema, path: Path, known: PartialOutput): Value {
  const override = known.overrides.get(path);
  if (override === undefined) return undecided(schema, path, known);
  return override.kind === 'range' && isNumberSchema(schema)
    ? numbersOf(schema, override.min, override.max)
    : override;
}

function objectWith(schema: ObjectSchema, value: Json, path: Path, known: PartialOutput): Value {
  const given = isJsonObject(value) ? value : {};
  const entries = new Map<string, Entry>();
  let allExact = true;
  for (const [key, property] of Object.entries(schema.properties)) {
    const below = joinPath(path, key);
    const present = Object.hasOwn(given, key) ? given[key] : undefined;
    if (present !== undefined) {
      const part = fromOutput(property, present, below, known);
      if (part.kind !== 'exact') allExact = false;
      entries.set(key, { outcome: sure(part), presence: 'yes' });
      continue;
    }
    const required = schema.required === undefined || schema.required.includes(key);
    if (!required && known.complete && !known.overrides.has(below)) continue;
    allExact = false;
    entries.set(key, {
      outcome: sure(undecidedAt(property, below, known)),
      presence: required ? 'undecided' : 'maybe',
    });
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
        // JSON has no holes: a null where an object must stand is a place nobody has filled.
        const open = item === undefined || (item === null && 'type' in place && place.type === 'object');
        const part = open ? undecidedAt(place, below, known) : fromOutput(place, item, below, known);
        return { value: part, certain: true };
      }),
    );
  }
  return exact(value);
}

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
