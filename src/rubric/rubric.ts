import { z } from '../kit/zod';
import type { FindFacts } from './facts';
import { jsonSchema } from '../kit/json';
import { objectSchema } from './output-schema';
import type { Path } from './path';

/** The contract of a `rubric.md` file. The only definition of the format: `public/rubric.schema.json` is generated from it. */
const identifier = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'expected a name of letters, digits and _, starting with a letter');
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected lower-case words joined by hyphens');
const path = z
  .string()
  .regex(/^[A-Za-z_][\w-]*(\.[\w-]+)*$/, 'expected a dotted output path such as evaluation.score');
const text = z.string().trim().min(1);
/** A CEL expression. Whether it compiles is decided by `compileRubric`, which knows the functions a rubric may call. */
const cel = z.string().trim().min(1);
const severity = z.enum(['error', 'warning']);
/** By path: CEL giving the score, or `[lowest, highest]`, that fits what else was said. Where an error is found, the field is open. */
const allows = z.record(path, cel).optional();

const inputShape = z.strictObject({
  name: identifier,
  label: text,
  /** `text`: one line. `long`: prose of any length. `json`: must parse as JSON. `list`: JSON array or separated values. */
  kind: z.enum(['text', 'long', 'json', 'list', 'number']).default('text'),
  required: z.boolean().default(true),
  /** An empty text is something to judge here (an empty answer), not a missing input. */
  blank_allowed: z.boolean().default(false),
  aliases: z.array(z.string()).default([]),
  /** Filled once for all cases: a list of steps, a house style. */
  per: z.literal('run').optional(),
  /** What it was filled with. */
  value: z.string().optional(),
  help: text.optional(),
  example: z.string().optional(),
});
const inputSchema = inputShape.refine(({ per, value }) => per === 'run' || value === undefined, {
  message: 'expected no value, since only an input with per: run has one',
  path: ['value'],
});

const levelSchema = z.strictObject({
  /** A single score, an inclusive span of points, a label, or true and false. */
  at: z.union([z.number(), z.tuple([z.number(), z.number()]), z.string(), z.boolean()]),
  name: text,
  description: text.optional(),
  /** What a label is worth in points. */
  value: z.number().optional(),
});

const partSchema = z.strictObject({
  id: identifier,
  label: text,
  score: path,
  max: z.number().positive(),
  rationale: path.optional(),
  description: text.optional(),
});

const criterionSchema = z
  .strictObject({
    id: identifier,
    label: text,
    question: text.optional(),
    /** Output path of a number. Exactly one of `score` and `choice`; both left out means `<id>.score`. */
    score: path.optional(),
    choice: path.optional(),
    min: z.number().default(0),
    max: z.number().optional(),
    /** Which end of the scale is the good one. Left out: the high one. */
    better: z.enum(['high', 'low']).optional(),
    rationale: path.optional(),
    levels: z.array(levelSchema).default([]),
    parts: z.array(partSchema).default([]),
  })
  .refine((c) => !(c.score !== undefined && c.choice !== undefined), {
    message: 'expected either score or choice, not both',
  })
  .refine((c) => c.choice !== undefined || c.max !== undefined, {
    message: 'expected max: the highest score this criterion can have',
    path: ['max'],
  });

const factSchema = z.union([
  cel,
  z.strictObject({
    label: text,
    /** Left out: the value comes from the rubric's facts.ts. */
    value: cel.optional(),
    description: text.optional(),
  }),
]);

const decidedSchema = z.union([
  cel,
  z
    .strictObject({
      /** Where this is false the field stays undecided. */
      when: cel.optional(),
      value: cel.optional(),
      /** For a number that facts bound without settling it: CEL giving `[lowest, highest]`. */
      range: cel.optional(),
      because: cel.optional(),
      /** How grave it is when a judge that was asked says otherwise. */
      severity: severity.default('error'),
      /** False for text that a judge may rightly word otherwise: the program's is then used, but not held against a judge's. */
      compare: z.boolean().default(true),
    })
    .refine((d) => (d.value === undefined) !== (d.range === undefined), {
      message: 'expected exactly one of value and range',
    }),
]);

const derivedSchema = z.union([cel, z.strictObject({ label: text, value: cel, max: z.number().optional() })]);

const checkSchema = z.strictObject({
  id: slug,
  /** The rule in words, as it reads when nothing is wrong. */
  title: text,
  severity,
  when: cel.optional(),
  assert: cel,
  /** What clashes, with values: text in which `{{ CEL }}` is replaced by its value. */
  message: text,
  about: z.array(path).default([]),
  allows,
});

/** What a rationale states, read by a template, against what is true. */
const statementSchema = z.strictObject({
  id: slug,
  title: text,
  /** The rationale that is read. */
  about: path,
  /** Plain text with `{name}` for a number, `(a|b)`, `[optional]` and `*` for a few other words. The first that matches counts. */
  reads: z.array(text).min(1),
  when: cel.optional(),
  /** CEL over what a check sees, and `stated.<name>`. */
  assert: cel,
  message: text,
  severity: severity.default('error'),
  allows,
});

const headlineSchema = z.strictObject({
  label: text.optional(),
  value: cel,
  max: z.number().optional(),
  verdict: cel.optional(),
  /** What the judge itself states, for the comparison with ours. */
  stated_value: path.optional(),
  stated_verdict: path.optional(),
});

/** A worked example that the judge sees. It is no gold: the judge knows its answer. */
const exampleSchema = z.strictObject({
  title: text,
  /** What is judged in it. */
  given: text,
  reply: z.record(z.string(), jsonSchema).optional(),
  /** The prompt has it already, so it is not shown a second time. */
  in_prompt: z.boolean().default(false),
});

const noteSchema = z.strictObject({ label: text, path });

export const rubricContractSchema = z.strictObject({
  format: z.literal('assay-rubric/1'),
  id: slug,
  title: text,
  /** One sentence, for a card. */
  summary: text.optional(),
  version: z.string().regex(/^\d+\.\d+\.\d+$/, 'expected a version such as 1.0.0'),
  language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'expected a language tag such as en or ko'),
  /** For the person who has never seen the rubric: what is judged, for whom, why. */
  purpose: text,
  inputs: z.array(inputSchema).min(1).max(200),
  /** The inputs with `per: run`, where a program has set them apart. Authors write them among the others. */
  run_inputs: z.array(inputSchema).max(200).optional(),
  criteria: z.array(criterionSchema).min(1).max(200),
  output: objectSchema.optional(),
  facts: z.record(identifier, factSchema).default({}),
  decided: z.record(path, decidedSchema).default({}),
  derived: z.record(identifier, derivedSchema).default({}),
  checks: z.array(checkSchema).default([]),
  statements: z.array(statementSchema).default([]),
  /** What a constant of the reply is called for people, where no level says so. */
  values: z.record(z.string().min(1), text).default({}),
  notes: z.array(noteSchema).default([]),
  examples: z.array(exampleSchema).optional(),
  headline: headlineSchema,
});

export type RubricContract = z.infer<typeof rubricContractSchema>;
export type RubricInput = z.infer<typeof inputSchema>;
export type Criterion = z.infer<typeof criterionSchema>;
export type Level = z.infer<typeof levelSchema>;
export type CheckRule = z.infer<typeof checkSchema>;
export type DecidedRule = z.infer<typeof decidedSchema>;
export type Severity = z.infer<typeof severity>;

/** `inputs` are those of a case. */
export interface Rubric extends Omit<RubricContract, 'output'> {
  output: z.infer<typeof objectSchema>;
  prompt: string;
}

/** A complete reply that was written for the demo: never passed off as a model's. */
export const exampleReplySchema = z.strictObject({
  /** The id of a sample. */
  case: z.string().min(1),
  set: z.enum(['first', 'second']),
  kind: z.enum(['honest', 'lenient', 'contradictory']),
  /** For the rubric's author: what is planted in it, or why it is right. */
  shows: text,
  reply: z.record(z.string(), jsonSchema),
});
export type ExampleReply = z.infer<typeof exampleReplySchema>;

/** By what a list names a rubric before its contract is loaded. */
export interface RubricCard extends Pick<RubricContract, 'title' | 'version' | 'language' | 'purpose'> {
  /** The first sentence of the purpose where the rubric has none. */
  summary: string;
  samples: number;
  /** By language, where the rubric's texts exist in another one. */
  translations: Partial<Record<string, { title: string; summary: string }>>;
}

/** A card's words in the reader's language, or in the rubric's own. */
export function cardIn(card: RubricCard, language: string): { title: string; summary: string; lang: string } {
  const translated = card.translations[language];
  const { title, summary } = translated ?? card;
  return { title, summary, lang: translated ? language : card.language };
}

/** Where a rubric comes from. Its contract is unknown until the schema above has seen it. */
export interface RubricSource {
  id: string;
  /** `own`: a person brought it to this browser. */
  kind: 'built-in' | 'own';
  card: RubricCard;
  loadContract: () => Promise<{ contract: unknown; prompt: string }>;
  loadFacts: () => Promise<FindFacts | null>;
  loadSamples: () => Promise<string | null>;
  /** `ExampleReply[]`. Null where there are none. */
  loadReplies: () => Promise<unknown>;
  /** `RubricTexts` in another language. Null where there are none. */
  loadTexts: (language: string) => Promise<unknown>;
  fileUrl: string;
}

export function criterionPath(criterion: Criterion): Path {
  return criterion.choice ?? criterion.score ?? `${criterion.id}.score`;
}

/** What was filled in once for all cases. */
export function runValues({ run_inputs: declared = [] }: Rubric): Record<string, string> {
  return Object.fromEntries(
    declared.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  );
}

/** What must be filled in before any case can be judged. */
export function unfilledInputs({ run_inputs: declared = [] }: Rubric): RubricInput[] {
  return declared.filter(({ required, value = '' }) => required && value.trim() === '');
}

/** The fields that have a label of their own. */
export function labelledFields({ criteria, notes }: Rubric): { path: Path; label: string }[] {
  const parts = criteria.flatMap((criterion) => criterion.parts);
  return [
    ...criteria.map((one) => ({ path: criterionPath(one), label: one.label })),
    ...parts.map(({ score, label }) => ({ path: score, label })),
    ...notes,
  ];
}

/** What people call a field: its own label, that of the derived value it repeats, or that of the criterion or part it belongs to. */
export function fieldLabel(rubric: Rubric, path: Path): string {
  const rule = rubric.decided[path];
  const value = typeof rule === 'string' ? rule : rule?.value;
  const repeated = rubric.derived[/^derived\.(\w+)$/.exec(value ?? '')?.[1] ?? ''];
  const named = labelledFields(rubric);
  const parent = parentOf(path);
  const beside = parent === '' ? undefined : named.find((one) => parentOf(one.path) === parent);
  const words = path.replaceAll(/[._]/g, ' ');
  return (
    named.find((one) => one.path === path)?.label ??
    (typeof repeated === 'object' ? repeated.label : beside?.label) ??
    words.charAt(0).toUpperCase() + words.slice(1)
  );
}

function parentOf(path: Path): Path {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

/** What people call a constant of the reply; any other text is itself. */
export function constantLabel({ criteria, values }: Rubric, constant: string): string {
  const level = criteria.flatMap(({ levels }) => levels).find(({ at }) => at === constant);
  return (Object.hasOwn(values, constant) ? values[constant] : level?.name) ?? constant;
}

/** What is computed is a label, and the verdict is that label: it is said once. */
export function isOnlyVerdict({ headline }: Rubric): boolean {
  return headline.verdict === headline.value;
}
