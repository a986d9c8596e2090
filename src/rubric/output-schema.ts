import { z } from '../kit/zod';

/**
 * The part of JSON Schema 2020-12 that a rubric's `output` may use. It is small on purpose: all of it can be turned into
 * a validator, into the strict dialects of the providers, and into a range of possible values for fields nobody decided.
 */
const described = {
  title: z.string().optional(),
  description: z.string().optional(),
};

const propertyName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_-]*$/, 'expected a key of letters, digits, _ or -, starting with a letter');

export type OutputSchema =
  | ObjectSchema
  | ArraySchema
  | TupleSchema
  | StringSchema
  | NumberSchema
  | BooleanSchema
  | NullSchema
  | AnyOfSchema;

interface Described {
  title?: string | undefined;
  description?: string | undefined;
}
export interface ObjectSchema extends Described {
  type: 'object';
  properties: Record<string, OutputSchema>;
  /** Left out: every property is required. */
  required?: string[] | undefined;
  additionalProperties?: false | undefined;
}
export interface ArraySchema extends Described {
  type: 'array';
  items: OutputSchema;
  minItems?: number | undefined;
  maxItems?: number | undefined;
}
/** A list of fixed length in which each place has its own shape. */
export interface TupleSchema extends Described {
  type: 'array';
  prefixItems: OutputSchema[];
  items: false;
}
export interface StringSchema extends Described {
  type: 'string';
  enum?: string[] | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
}
export interface NumberSchema extends Described {
  type: 'integer' | 'number';
  enum?: number[] | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
}
export interface BooleanSchema extends Described {
  type: 'boolean';
}
export interface NullSchema extends Described {
  type: 'null';
}
/** Used above all for "this or null". */
export interface AnyOfSchema extends Described {
  anyOf: OutputSchema[];
}

const stringSchema = z.strictObject({
  type: z.literal('string'),
  enum: z.array(z.string()).min(1).optional(),
  minLength: z.int().min(0).optional(),
  maxLength: z.int().min(0).optional(),
  ...described,
});
const numberSchema = z.strictObject({
  type: z.enum(['integer', 'number']),
  enum: z.array(z.number()).min(1).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  ...described,
});
const booleanSchema = z.strictObject({ type: z.literal('boolean'), ...described });
const nullSchema = z.strictObject({ type: z.literal('null'), ...described });

export const outputSchema: z.ZodType<OutputSchema> = z.lazy(() =>
  z.union([
    objectSchema,
    tupleSchema,
    arraySchema,
    stringSchema,
    numberSchema,
    booleanSchema,
    nullSchema,
    anyOfSchema,
  ]),
);

export const objectSchema: z.ZodType<ObjectSchema> = z.strictObject({
  type: z.literal('object'),
  properties: z.record(propertyName, outputSchema),
  required: z.array(z.string()).optional(),
  additionalProperties: z.literal(false).optional(),
  ...described,
});
const arraySchema: z.ZodType<ArraySchema> = z.strictObject({
  type: z.literal('array'),
  items: outputSchema,
  minItems: z.int().min(0).optional(),
  maxItems: z.int().min(0).optional(),
  ...described,
});
const tupleSchema: z.ZodType<TupleSchema> = z.strictObject({
  type: z.literal('array'),
  prefixItems: z.array(outputSchema).min(1),
  items: z.literal(false),
  ...described,
});
const anyOfSchema: z.ZodType<AnyOfSchema> = z.strictObject({
  anyOf: z.array(outputSchema).min(2),
  ...described,
});
