import { mapValues } from '../kit/json';
import { z } from '../kit/zod';
import type { Level, Rubric } from './rubric';

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

/** How a level is named in texts: `5`, `35-40`, a label. */
export function levelKey(at: Level['at']): string {
  return typeof at === 'object' ? at.join('-') : String(at);
}

/** The rubric as people read it in another language. For looking only: judges and hashes have the rubric itself. */
export function localiseRubric(rubric: Rubric, texts: RubricTexts, language: string): Rubric {
  const { title, summary, purpose } = texts;
  const { headline } = rubric;
  const put = <T extends object, U extends object>(given: T, words: U | undefined): T & Partial<U> => ({
    ...given,
    ...words,
  });
  return {
    ...rubric,
    language,
    title,
    summary,
    purpose,
    inputs: rubric.inputs.map((input) => put(input, texts.inputs[input.name])),
    criteria: rubric.criteria.map((criterion) => {
      const { levels = {}, parts = {}, ...words } = texts.criteria[criterion.id] ?? {};
      return {
        ...put(criterion, words),
        levels: criterion.levels.map((level) => put(level, levels[levelKey(level.at)])),
        parts: criterion.parts.map((part) => put(part, parts[part.id])),
      };
    }),
    facts: mapValues(rubric.facts, (fact, name) =>
      typeof fact === 'string' ? fact : put(fact, texts.facts[name]),
    ),
    derived: mapValues(rubric.derived, (given, name) => {
      const label = texts.derived[name];
      return typeof given === 'string' || label === undefined ? given : { ...given, label };
    }),
    decided: mapValues(rubric.decided, (rule, path) => {
      const because = texts.decided[path];
      return typeof rule === 'string' || because === undefined ? rule : { ...rule, because };
    }),
    checks: rubric.checks.map((check) => put(check, texts.checks[check.id])),
    statements: rubric.statements.map((statement) => put(statement, texts.statements[statement.id])),
    notes: rubric.notes.map((note) => ({ ...note, label: texts.notes[note.path] ?? note.label })),
    values: { ...rubric.values, ...texts.values },
    headline: texts.headline === undefined ? headline : { ...headline, label: texts.headline },
  };
}
