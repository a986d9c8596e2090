import type { Sample, SampleEntry } from './json-like';
import type { Certainty, Span } from '../proposal';
import { readValue, type ValueShape } from './sample-value';
import { addSchema, definitionsOf, pathOf, schemaProperties } from './schema-shape';

/** A field of the reply while the text is still read for more about it. */
export interface FieldDraft extends ValueShape {
  path: string;
  /** The key as the text writes it. */
  key: string;
  written?: string;
  /** Not in quotes: a slot for any kind of value. */
  bare?: boolean;
  certainty: Certainty;
  spans: Span[];
}

export interface ReadShape {
  fields: FieldDraft[];
}

/** Values that a sample makes up for a list: `ERROR_TYPE_1`, `error1`, `TAG_A`. */
const MADE_UP = /^[\p{L}_ -]{1,40}?[_ -]?(?:\d{1,2}|[A-CN])$/u;

/** A reply with more keys is beyond what a judge answers. */
const MOST_FIELDS = 300;

export function shapeOf(sample: Sample): ReadShape {
  const shape: ReadShape = { fields: [] };
  if (sample.kind === 'list') {
    // A reply is one object here, so a list stands under a key of its own.
    addValue(shape, sample, { path: 'items', key: 'items', written: {}, comment: '', span: sample.span });
    const [list] = shape.fields;
    if (list !== undefined) list.certainty = 'inferred';
  } else if (sample.kind === 'object') {
    const properties = schemaProperties(sample);
    if (properties !== undefined) addSchema(shape, properties, '', definitionsOf(sample));
    else addEntries(shape, sample.entries, '');
  }
  return { fields: shape.fields.slice(0, MOST_FIELDS) };
}

function addEntries(shape: ReadShape, entries: readonly SampleEntry[], parent: string): void {
  const seen = new Set<string>();
  for (const { key, keySpan, value, comment } of entries) {
    if (!key.startsWith('<') && !seen.has(key)) {
      seen.add(key);
      const { path, written } = pathOf(parent, key, shape);
      addValue(shape, value, {
        path,
        key,
        written,
        comment,
        span: {
          from: keySpan.from,
          to: Math.max(keySpan.to, value.kind === 'value' ? value.span.to : keySpan.to),
        },
      });
    }
  }
}

interface Place {
  path: string;
  key: string;
  written: { written?: string };
  comment: string;
  span: Span;
}

function addValue(shape: ReadShape, given: Sample, place: Place): void {
  // `string[]`, as TypeScript writes a list.
  const item = given.kind === 'value' ? /^(\w+)\[\]/u.exec(given.words[0]?.text ?? '')?.[1] : undefined;
  const items: Sample[] = [
    { ...given, kind: 'value', words: [{ text: item ?? '', quoted: false }], comment: '' },
  ];
  const value: Sample = item === undefined ? given : { kind: 'list', span: given.span, items, more: true };
  const base = {
    path: place.path,
    key: place.key,
    certainty: 'stated' as const,
    spans: [place.span],
    nullable: false,
    vague: false,
    ...place.written,
  };
  const description = place.comment === '' ? undefined : place.comment;
  if (value.kind === 'object') {
    shape.fields.push({ ...base, type: 'object', description });
    addEntries(shape, value.entries, place.path);
  } else if (value.kind === 'list') {
    shape.fields.push({ ...base, type: 'array', description, nullable: /\bnull\b/u.test(place.comment) });
    addItems(shape, value, place);
  } else
    shape.fields.push({
      ...base,
      ...trimmed(readValue(value.words, place.comment)),
      bare: value.words.every(({ quoted }) => !quoted),
    });
}

function addItems(shape: ReadShape, list: Sample & { kind: 'list' }, place: Place): void {
  const item = (at: string): Place => ({ ...place, path: `${place.path}${at}`, comment: '', written: {} });
  const first = list.items[0];
  if (hasFixedPlaces(list)) {
    list.items.forEach((each, index) => addFixed(shape, each, { ...item(`.${index}`), span: each.span }));
  } else if (first === undefined) {
    shape.fields.push({
      path: item('[]').path,
      key: place.key,
      type: 'string',
      nullable: false,
      vague: true,
      certainty: 'inferred',
      spans: [place.span],
    });
  } else if (first.kind === 'value') {
    const [known, made] = valuesOf(list);
    shape.fields.push({
      path: `${place.path}[]`,
      key: place.key,
      certainty: 'stated',
      spans: [list.span],
      ...trimmed(known),
      ...(made ? { vague: true } : {}),
    });
  } else addValue(shape, first, { ...item('[]'), span: first.span });
}

/** One shape for the values of a list; the second says that the sample made them up. */
function valuesOf(list: Sample & { kind: 'list' }): [ValueShape, boolean] {
  const shapes = list.items.flatMap((item) => (item.kind === 'value' ? [readValue(item.words, '')] : []));
  const first = shapes[0] ?? { type: 'string' as const, nullable: false, vague: true };
  const literals = shapes.flatMap(({ literal }) => (literal === undefined ? [] : [literal]));
  const made = literals.length > 0 && literals.every((literal) => MADE_UP.test(literal));
  return [first, made || (first.type === 'string' && first.enum === undefined)];
}

/** Each object of the list names another thing, and is alike otherwise: the places are fixed. `[min, max]` are two named places. */
function hasFixedPlaces({ items, more }: Sample & { kind: 'list' }): boolean {
  if (items.length < 2 || more) return false;
  const texts = items.map((item) =>
    item.kind === 'value' && item.words.every((word) => !word.quoted)
      ? item.words.map(({ text }) => text).join(' ')
      : '',
  );
  if (
    texts.length === 2 &&
    texts.every((text) =>
      /^<?(?:min|max|low|high|lower|upper|from|to|start|end|minimum|maximum|von|bis|van|tot)\p{L}*>?$/iu.test(
        text,
      ),
    )
  )
    return true;
  const objects = items.flatMap((item) => (item.kind === 'object' ? [item] : []));
  if (objects.length !== items.length) return false;
  const rows = objects.map(({ entries }) =>
    entries.map(
      ({ key, value }) =>
        [key, value.kind === 'value' ? value.words.map(({ text }) => text).join(' ') : value.kind] as const,
    ),
  );
  const keys = rows.map((row) => row.map(([key]) => key).join('\n'));
  if (new Set(keys).size !== 1) return false;
  const columns = (rows[0] ?? []).map((_, index) => rows.map((row) => row[index]?.[1] ?? ''));
  const naming = columns.filter((column) => new Set(column).size === column.length);
  const others = columns.filter((column) => new Set(column).size !== column.length);
  return (
    naming.length === 1 &&
    others.length > 0 &&
    others.every((column) => new Set(column).size === 1) &&
    (naming[0] ?? []).every((name) => /\p{L}/u.test(name) && !/[<>|]|\.{3}/u.test(name))
  );
}

/** The name of a fixed place is a constant. */
function addFixed(shape: ReadShape, item: Sample, place: Place): void {
  if (item.kind !== 'object') {
    const word = item.kind === 'value' ? item.words.map(({ text }) => text).join(' ') : '';
    shape.fields.push({
      path: place.path,
      key: place.key,
      type: 'number',
      nullable: false,
      vague: true,
      description: word,
      certainty: 'inferred',
      spans: [item.span],
    });
    return;
  }
  const before = shape.fields.length;
  addValue(shape, item, place);
  for (const field of shape.fields.slice(before)) {
    if (field.literal !== undefined && field.type === 'string') field.enum = [field.literal];
  }
}

/** A description that only repeats the text says nothing. */
const trimmed = ({ description, ...shape }: ValueShape): ValueShape => ({
  ...shape,
  description: description === shape.literal ? undefined : description,
});
