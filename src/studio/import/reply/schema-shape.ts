import type { FieldType, Span } from '../proposal';
import { asciiName, freeName } from '../text-lines';
import type { Sample } from './json-like';
import type { ReadShape } from './sample-shape';

/** The path of a key, under a name that the format allows. */
export function pathOf(
  parent: string,
  key: string,
  shape: ReadShape,
): { path: string; written: { written?: string } } {
  const own = /^[A-Za-z_][\w-]*$/u.test(key);
  // The same word has the same name wherever it stands.
  const before = shape.fields.find(({ written }) => written === key)?.path.replace(/^.*\./u, '');
  const known = new Set(shape.fields.map(({ written }) => written)).size;
  const name = own ? key : (asciiName(key) ?? before ?? `key_${known + 1}`);
  const at = parent === '' ? name : `${parent}.${name}`;
  const path = freeName(at, (other) => shape.fields.some((field) => field.path === other));
  return { path, written: own ? {} : { written: key } };
}

const entryOf = (sample: Sample | undefined, key: string): Sample | undefined =>
  sample?.kind === 'object' ? sample.entries.find((entry) => entry.key === key)?.value : undefined;
const textOf = (sample: Sample | undefined): string =>
  sample?.kind === 'value'
    ? sample.words
        .map(({ text }) => text)
        .join(' ')
        .trim()
    : '';

type ObjectSample = Sample & { kind: 'object' };
type Definitions = ReadonlyMap<string, Sample>;

export function definitionsOf(root: ObjectSample): Definitions {
  const found = entryOf(root, 'definitions') ?? entryOf(root, '$defs');
  return new Map(found?.kind === 'object' ? found.entries.map(({ key, value }) => [key, value]) : []);
}

/** A JSON Schema in place of a sample. */
export function schemaProperties(
  root: Sample & { kind: 'object' },
): (Sample & { kind: 'object' }) | undefined {
  const inner = entryOf(root, 'schema') ?? root;
  const properties = entryOf(inner, 'properties');
  return textOf(entryOf(inner, 'type')) === 'object' && properties?.kind === 'object'
    ? properties
    : undefined;
}

const TYPES = new Set<string>(['string', 'integer', 'number', 'boolean', 'array', 'object']);
const isType = (text: string): text is FieldType => TYPES.has(text);

export function addSchema(
  shape: ReadShape,
  properties: ObjectSample,
  parent: string,
  definitions: Definitions,
): void {
  for (const { key, keySpan, value } of properties.entries) {
    const { path, written } = pathOf(parent, key, shape);
    addSchemaAt(shape, value, path, key, keySpan, written, definitions);
  }
}

function addSchemaAt(
  shape: ReadShape,
  schema: Sample,
  path: string,
  key: string,
  span: Span,
  written: { written?: string },
  definitions: Definitions,
): void {
  if (path.length > 300) return;
  const reference = /^#\/(?:definitions|\$defs)\/(.+)$/u.exec(textOf(entryOf(schema, '$ref')))?.[1];
  const value = definitions.get(reference ?? '') ?? schema;
  const types = entryOf(value, 'type');
  const named = types?.kind === 'list' ? types.items.map(textOf) : [textOf(types)];
  const type = named.find(isType) ?? 'string';
  const labels = entryOf(value, 'enum');
  const given = labels?.kind === 'list' ? labels.items.map(textOf) : [];
  const numeric = type === 'integer' || type === 'number';
  const min = Number(textOf(entryOf(value, 'minimum')) || Number.NaN);
  const max = Number(textOf(entryOf(value, 'maximum')) || Number.NaN);
  const bounded = !Number.isNaN(min) || !Number.isNaN(max);
  const description = textOf(entryOf(value, 'description'));
  shape.fields.push({
    path,
    key,
    type,
    nullable: named.includes('null') || given.includes('null'),
    vague: numeric && !bounded && given.length === 0,
    certainty: 'stated',
    spans: [{ from: span.from, to: Math.max(span.to, schema.span.to) }],
    ...written,
    enum: given.length === 0 ? undefined : labelsOf(given, numeric),
    range: bounded ? { min: numberOf(min), max: numberOf(max) } : undefined,
    description: description === '' ? undefined : description,
  });
  const properties = entryOf(value, 'properties');
  const items = entryOf(value, 'items');
  if (type === 'object' && properties?.kind === 'object') addSchema(shape, properties, path, definitions);
  if (type === 'array' && items !== undefined)
    addSchemaAt(shape, items, `${path}[]`, key, span, {}, definitions);
}

const numberOf = (value: number): number | undefined => (Number.isNaN(value) ? undefined : value);

const labelsOf = (given: readonly string[], numeric: boolean): (string | number)[] =>
  given.filter((label) => label !== 'null').map((label) => (numeric ? Number(label) : label));
