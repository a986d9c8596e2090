import { z } from '../../kit/zod';

const key = z.string();
const keys = z.array(z.string()).readonly();
const text = z.string().exactOptional();
const number = z.number().exactOptional();
const flag = z.boolean().exactOptional();
/** Null takes a bound away. */
const bound = z.number().nullable().exactOptional();
const change = {
  input: z.object({
    name: text,
    label: text,
    kind: z.enum(['text', 'long', 'json', 'list', 'number']).exactOptional(),
    required: flag,
    perRun: flag,
  }),
  field: z.object({
    name: text,
    type: z.enum(['string', 'integer', 'number', 'boolean', 'array', 'object']).exactOptional(),
    nullable: flag,
    /** No labels at all take the enum away. */
    enum: z
      .array(z.union([z.string(), z.number()]))
      .readonly()
      .exactOptional(),
    minimum: bound,
    maximum: bound,
  }),
  criterion: z.object({
    label: text,
    min: number,
    max: number,
    better: z.enum(['high', 'low']).exactOptional(),
  }),
  level: z.object({ name: text, description: text }),
};
const overall = z.union([
  z.object({ by: z.literal('criterion'), id: z.string() }),
  z.object({ by: z.enum(['mean', 'sum', 'lowest']) }),
]);

/** What a person does to a proposal. A draft is stored as the list of them. */
export const editSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('confirm'), keys }),
  z.object({ kind: z.literal('title'), title: z.string() }),
  z.object({ kind: z.literal('id'), id: z.string() }),
  z.object({ kind: z.literal('overall'), overall: overall.nullable() }),
  z.object({ kind: z.literal('add-input'), name: z.string() }),
  z.object({ kind: z.literal('input'), key, change: change.input }),
  z.object({ kind: z.literal('field'), key, change: change.field }),
  z.object({ kind: z.literal('criterion'), key, change: change.criterion }),
  z.object({ kind: z.literal('level'), key, change: change.level }),
  z.object({ kind: z.literal('rule'), key, title: z.string() }),
  z.object({ kind: z.literal('drop'), keys }),
]);
export type Edit = z.infer<typeof editSchema>;
