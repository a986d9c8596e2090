import { jsonSchema } from '../../kit/json';
import { storedSettings, type StoredSettings, type Wait } from '../../kit/storage/stored-settings';
import { z } from '../../kit/zod';
import type { Draft } from './draft';

/** What a closed tab leaves: the text as it was brought, and what was made of it. */
export interface StoredDraft {
  text: string;
  draft: Draft | null;
}
export type DraftStore = StoredSettings<StoredDraft>;

const span = z.object({ from: z.number(), to: z.number() });
const piece = {
  key: z.string(),
  certainty: z.enum(['stated', 'inferred', 'guessed']),
  spans: z.array(span),
};
const number = z.number().exactOptional();
const text = z.string().exactOptional();

const input = z.object({
  ...piece,
  name: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'long', 'json', 'list', 'number']),
  required: z.boolean(),
  perRun: z.boolean(),
  aliases: z.array(z.string()),
  placeholders: z.array(span),
});
const field = z.object({
  ...piece,
  path: z.string(),
  type: z.enum(['string', 'integer', 'number', 'boolean', 'array', 'object']),
  nullable: z.boolean(),
  enum: z.array(z.union([z.string(), z.number()])).exactOptional(),
  minimum: number,
  maximum: number,
  description: text,
  written: text,
});
const level = z.object({
  ...piece,
  at: z.union([z.number(), z.tuple([z.number(), z.number()]), z.string(), z.boolean()]),
  name: z.string(),
  description: text,
  value: number,
});
const part = z.object({ ...piece, id: z.string(), label: z.string(), path: z.string(), max: z.number() });
const criterion = z.object({
  ...piece,
  id: z.string(),
  label: z.string(),
  question: text,
  path: z.string(),
  kind: z.enum(['score', 'choice']),
  min: number,
  max: number,
  better: z.enum(['high', 'low']).exactOptional(),
  rationale: text,
  levels: z.array(level),
  parts: z.array(part),
});
const rule = z.object({
  ...piece,
  id: z.string(),
  kind: z.enum(['total', 'verdict', 'check', 'null-when', 'length']),
  title: z.string(),
  path: z.string(),
  expression: z.string(),
});
const example = z.object({
  ...piece,
  title: z.string(),
  given: z.string(),
  reply: z.record(z.string(), jsonSchema).exactOptional(),
});
const finding = z.object({
  key: z.string(),
  kind: z.enum([
    'no-inputs',
    'no-format',
    'no-scale',
    'no-overall',
    'two-formats',
    'one-thing-two-names',
    'levels-gap',
    'levels-overlap',
    'levels-equal',
    'scale-disagrees',
    'unused-input',
    'example-outside-enum',
    'example-outside-range',
    'example-breaks-rule',
    'field-not-given',
    'high-is-bad',
    'verdict-before-reason',
    'comparison',
    'template-logic',
    'not-understood',
    'rule-not-held',
    'not-mapped',
  ]),
  about: z.array(z.string()),
  spans: z.array(span),
});
const change = z.object({
  span,
  to: z.string(),
  why: z.enum(['reply-as-json', 'doubled-braces', 'template-logic', 'tool-shows-input', 'added-input']),
});
const proposal = z.object({
  source: z.string(),
  wrapper: z.enum([
    'none',
    'front-matter',
    'yaml',
    'messages',
    'chatml',
    'python',
    'js',
    'promptfoo',
    'openai-grader',
  ]),
  title: z.string(),
  language: z.string(),
  inputs: z.array(input),
  reply: z.enum(['json', 'reshaped']),
  fields: z.array(field),
  criteria: z.array(criterion),
  rules: z.array(rule),
  examples: z.array(example),
  findings: z.array(finding),
  changes: z.array(change),
  cases: z.array(z.record(z.string(), z.string())),
});
const schema: z.ZodType<StoredDraft> = z.object({
  text: z.string(),
  draft: z
    .object({
      proposal,
      id: z.string(),
      confirmed: z.array(z.string()),
      overall: z
        .union([
          z.object({ by: z.literal('criterion'), id: z.string() }),
          z.object({ by: z.enum(['mean', 'sum', 'lowest']) }),
        ])
        .nullable(),
    })
    .nullable(),
});

export function draftStore(wait: Wait): DraftStore {
  return storedSettings({ database: 'assay-rubric-draft', key: 'draft', version: 1, schema }, wait);
}
