import { z } from '../kit/zod';

/** The part of JSON Schema 2020-12 that `output` may use: all of it has a validator, a strict dialect and a range of values. */
const described = {
  title: z.string().optional(),
  description: z.string().optional(),
};
type Described = z.infer<z.ZodObject<typeof described>>;

const propertyName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_-]*$/, 'expected a key of letters, digits, _ or -, starting with a letter');

/** Bounds that leave nothing between them are a mistake. */
const ordered = <T extends z.ZodType<object>>(schema: T, low: string, high: string): T =>
  schema.refine(
    (given) => !(Number(Reflect.get(given, low)) > Number(Reflect.get(given, high))),
    `expected ${low} not above ${high}`,
  );

const stringShape = z.strictObject({
  type: z.literal('string'),
  enum: z.array(z.string()).min(1).optional(),
  minLength: z.int().min(0).optional(),
  maxLength: z.int().min(0).optional(),
  ...described,
});
const stringSchema = ordered(stringShape, 'minLength', 'maxLength');
export type StringSchema = z.infer<typeof stringSchema>;

const numberShape = z.strictObject({
  type: z.enum(['integer', 'number']),
  enum: z.array(z.number()).min(1).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  ...described,
});
const numberSchema = ordered(numberShape, 'minimum', 'maximum');
export type NumberSchema = z.infer<typeof numberSchema>;

const booleanSchema = z.strictObject({ type: z.literal('boolean'), ...described });
const nullSchema = z.strictObject({ type: z.literal('null'), ...described });

export interface ObjectSchema extends Described {
  type: 'object';
  properties: Record<string, OutputSchema>;
  /** Left out: every property is required. */
  required?: string[] | undefined;
  additionalProperties?: false | undefined;
}
interface ArraySchema extends Described {
  type: 'array';
  items: OutputSchema;
  minItems?: number | undefined;
  maxItems?: number | undefined;
}
interface TupleSchema extends Described {
  type: 'array';
  prefixItems: OutputSchema[];
  items: false;
}
/** Used above all for "this or null". */
interface AnyOfSchema extends Described {
  anyOf: OutputSchema[];
}
export type OutputSchema =
  | ObjectSchema
  | ArraySchema
  | TupleSchema
  | StringSchema
  | NumberSchema
  | z.infer<typeof booleanSchema>
  | z.infer<typeof nullSchema>
  | AnyOfSchema;

export const outputSchema: z.ZodType<OutputSchema> = z.lazy(() =>
  z.union([
    objectSchema,
    z.strictObject({
      type: z.literal('array'),
      prefixItems: z.array(outputSchema).min(1),
      items: z.literal(false),
      ...described,
    }),
    ordered(
      z.strictObject({
        type: z.literal('array'),
        items: outputSchema,
        minItems: z.int().min(0).optional(),
        maxItems: z.int().min(0).optional(),
        ...described,
      }),
      'minItems',
      'maxItems',
    ),
    stringSchema,
    numberSchema,
    booleanSchema,
    nullSchema,
    z.strictObject({ anyOf: z.array(outputSchema).min(2), ...described }),
  ]),
);

export const objectSchema: z.ZodType<ObjectSchema> = z.strictObject({
  type: z.literal('object'),
  properties: z.record(propertyName, outputSchema),
  required: z.array(z.string()).optional(),
  additionalProperties: z.literal(false).optional(),
  ...described,
});
