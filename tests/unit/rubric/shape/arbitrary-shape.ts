import fc from 'fast-check';
import { isJsonObject, type Json, type JsonObject } from '../../../../src/kit/json';
import type { NumberSchema, ObjectSchema, OutputSchema } from '../../../../src/rubric/output-schema';

const key = fc.constantFrom('a', 'b', 'score', 'rationale', 'x-y', '_', 'Z9');

function objectOf(property: fc.Arbitrary<OutputSchema>): fc.Arbitrary<ObjectSchema> {
  return fc
    .uniqueArray(fc.tuple(key, property, fc.boolean()), { maxLength: 4, selector: ([name]) => name })
    .chain((entries) =>
      fc.boolean().map((listed): ObjectSchema => {
        const properties = Object.fromEntries(entries.map(([name, schema]) => [name, schema]));
        const required = entries.filter(([, , needed]) => needed).map(([name]) => name);
        return listed ? { type: 'object', properties, required } : { type: 'object', properties };
      }),
    );
}

const number: fc.Arbitrary<NumberSchema> = fc.oneof(
  fc.record({ type: fc.constantFrom('integer', 'number') }),
  fc
    .tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 200 }))
    .map(([minimum, span]): NumberSchema => ({ type: 'integer', minimum, maximum: minimum + span })),
  fc.constant<NumberSchema>({ type: 'number', minimum: 0, maximum: 1 }),
  fc.constant<NumberSchema>({ type: 'integer', enum: [0, 10] }),
);

const scalar: fc.Arbitrary<OutputSchema> = fc.oneof(
  number,
  fc.constant<OutputSchema>({ type: 'string' }),
  fc.constant<OutputSchema>({ type: 'string', description: 'short', minLength: 1, maxLength: 4 }),
  fc.constant<OutputSchema>({ type: 'string', enum: ['PASS', 'FAIL'] }),
  fc.constant<OutputSchema>({ type: 'boolean' }),
  fc.constant<OutputSchema>({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
);

const { schema } = fc.letrec<{ schema: OutputSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    objectOf(tie('schema')),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((prefixItems): OutputSchema => {
      return { type: 'array', prefixItems, items: false };
    }),
    tie('schema').map((items): OutputSchema => ({ type: 'array', items, minItems: 1, maxItems: 3 })),
    tie('schema').map((first): OutputSchema => ({ anyOf: [first, { type: 'null' }] })),
  ),
}));

export const arbitraryShape: fc.Arbitrary<ObjectSchema> = objectOf(schema);

/** A value that has the shape. */
export function valueOf(of: OutputSchema): fc.Arbitrary<Json> {
  if ('anyOf' in of) return fc.oneof(...of.anyOf.map(valueOf));
  if ('prefixItems' in of) return fc.tuple(...of.prefixItems.map(valueOf));
  switch (of.type) {
    case 'object':
      return outputOf(of);
    case 'array':
      return fc.array(valueOf(of.items), { minLength: of.minItems ?? 0, maxLength: of.maxItems ?? 3 });
    case 'string':
      if (of.enum !== undefined) return fc.constantFrom(...of.enum);
      return fc.string({ minLength: of.minLength ?? 0, maxLength: of.maxLength ?? 8 });
    case 'integer':
    case 'number':
      if (of.enum !== undefined) return fc.constantFrom(...of.enum);
      return fc.integer({ min: of.minimum ?? -50, max: of.maximum ?? 50 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
  }
}

export function outputOf(shape: ObjectSchema): fc.Arbitrary<JsonObject> {
  const required = shape.required ?? Object.keys(shape.properties);
  const entries = Object.entries(shape.properties).map(([name, property]) =>
    (required.includes(name) ? fc.constant(true) : fc.boolean()).chain((present) =>
      present
        ? valueOf(property).map((value): [string, Json][] => [[name, value]])
        : fc.constant<[string, Json][]>([]),
    ),
  );
  return fc.tuple(...entries).map((lists): JsonObject => Object.fromEntries(lists.flat()));
}

export const shapeWithOutput: fc.Arbitrary<{ shape: ObjectSchema; output: JsonObject }> =
  arbitraryShape.chain((shape) => outputOf(shape).map((output) => ({ shape, output })));

/** Key names in the order in which they stand, at every depth. */
export function keyOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(keyOrder);
  return isJsonObject(value) ? Object.entries(value).map(([name, inner]) => [name, keyOrder(inner)]) : null;
}
