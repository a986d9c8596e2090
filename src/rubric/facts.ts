import { z } from '../kit/zod';
import { jsonSchema } from '../kit/json';

/** The texts of a case by the name of their input. Inputs are kept as they came: reading them is the business of facts. */
export type CaseInput = Record<string, string>;

/** A place in an input, in UTF-16 offsets, so that the page can show it. */
export const spanSchema = z.strictObject({
  input: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
  /** `found`: a quote that the input contains. `missing`: a claim with nothing behind it. `source`: where a fact was read. */
  kind: z.enum(['found', 'missing', 'source']),
  /** Spans with the same link belong together: a quote and the place it was taken from. */
  link: z.string().optional(),
  note: z.string().optional(),
});

export const factSchema = z.strictObject({
  name: z.string(),
  /** What CEL sees as `facts.<name>`. */
  value: jsonSchema,
  /** What a person reads, in the language that was asked for. */
  text: z.string(),
  spans: z.array(spanSchema).default([]),
});

export const inputProblemSchema = z.strictObject({
  input: z.string(),
  message: z.string(),
  /** Set for the faults that any rubric's inputs can have, so that the page can say them in the reader's language. */
  fault: z.enum(['missing', 'not-json', 'not-a-number']).optional(),
});

export const caseFactsSchema = z.strictObject({
  facts: z.array(factSchema),
  problems: z.array(inputProblemSchema),
});

export type Span = z.infer<typeof spanSchema>;
export type Fact = z.infer<typeof factSchema>;
export type FoundFact = Pick<Fact, 'name' | 'value'> & { text?: string };
export type InputProblem = z.infer<typeof inputProblemSchema>;
export type CaseFacts = z.infer<typeof caseFactsSchema>;

export type FactsLanguage = 'en' | 'ko';

/**
 * What a rubric's `facts.ts` exports as `findFacts`. Pure: the same input gives the same facts. The language is that of texts and
 * reasons, the rubric's own when left out; what expressions test does not depend on it.
 */
export type FindFacts = (input: Readonly<CaseInput>, language?: FactsLanguage) => CaseFacts;
