import { z } from '../kit/zod';

const text = z.string().trim().min(1);
const names = <T extends z.ZodType>(value: T) => z.record(z.string(), value).default({});

/** Every text of a contract that people read, in another language: `rubrics/<id>/texts.<language>.yaml`. */
export const rubricTextsSchema = z.strictObject({
  title: text,
  summary: text,
  purpose: text,
  inputs: names(z.strictObject({ label: text, help: text.optional() })),
  criteria: names(
    z.strictObject({
      label: text,
      question: text.optional(),
      /** By where the level stands: `5`, `35-40` for a span, a label. */
      levels: names(z.strictObject({ name: text, description: text.optional() })),
      parts: names(z.strictObject({ label: text, description: text.optional() })),
    }),
  ),
  facts: names(z.strictObject({ label: text, description: text.optional() })),
  derived: names(text),
  /** CEL, as `because` is in the contract: only where that is a literal text. */
  decided: names(text),
  checks: names(z.strictObject({ title: text, message: text })),
  statements: names(z.strictObject({ title: text, message: text })),
  notes: names(text),
  headline: text.optional(),
  values: names(text),
  /** Labels of the samples, by case id. */
  samples: names(text),
});

export type RubricTexts = z.infer<typeof rubricTextsSchema>;
