import type { Json } from '../../kit/json';
import type { RubricInput } from '../../rubric/rubric';

/** How sure the importer is. `stated`: the text says it. `inferred`: it follows from what the text says. `guessed`: a person must look. */
export type Certainty = 'stated' | 'inferred' | 'guessed';

/** Characters of `Proposal.source`, the end not included. */
export interface Span {
  from: number;
  to: number;
}

/** Something read off the text: it shows the words it came from. */
export interface Piece {
  /** Stable within a proposal: `input:question`, `field:scores.clarity`, `criterion:clarity`, `rule:total`. */
  key: string;
  certainty: Certainty;
  /** Never empty, but where nothing in the text stands for it and a person must decide. */
  spans: readonly Span[];
}

export interface ProposedInput extends Piece {
  name: string;
  label: string;
  kind: RubricInput['kind'];
  required: boolean;
  /** Filled once, not per case: a scale, a list of steps, the rubric itself. */
  perRun: boolean;
  /** The placeholder's own name where `name` had to be made of other letters. */
  aliases: readonly string[];
  /** Where its placeholders stand. */
  placeholders: readonly Span[];
}

export type FieldType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/** One key of the reply, or one place of a list. */
export interface ProposedField extends Piece {
  /** `evaluation.rules.0.score`; items of a list without fixed places are `errors[]` and `findings[].quote`. */
  path: string;
  type: FieldType;
  nullable: boolean;
  enum?: readonly (string | number)[];
  minimum?: number;
  maximum?: number;
  /** What the sample says about the value, for the schema's description. */
  description?: string;
  /** The wire name where the key had to be made of other letters. */
  written?: string;
}

export interface ProposedLevel extends Piece {
  at: number | readonly [number, number] | string | boolean;
  name: string;
  description?: string;
  /** What a label is worth, where the text says so. */
  value?: number;
}

export interface ProposedPart extends Piece {
  id: string;
  label: string;
  path: string;
  max: number;
}

export interface ProposedCriterion extends Piece {
  id: string;
  label: string;
  question?: string;
  /** The path of the field that holds its score or label. */
  path: string;
  kind: 'score' | 'choice';
  min?: number;
  /** Missing where the text states no scale: a person must give it. */
  max?: number;
  /** Given only where the text says which end is the good one and it is not the high one. */
  better?: 'high' | 'low';
  rationale?: string;
  levels: readonly ProposedLevel[];
  parts: readonly ProposedPart[];
}

/** A rule of the text that a program can check over the reply. */
export interface ProposedRule extends Piece {
  id: string;
  /** `total` and `verdict` become derived values that the reply's own field is compared with; `check` becomes a check. */
  kind: 'total' | 'verdict' | 'check' | 'null-when' | 'length';
  /** The rule as a sentence, in the text's own words where it has one. */
  title: string;
  /** The field whose value it gives, or that it is about. */
  path: string;
  /** CEL over `output`: the value for `total` and `verdict`, true when all is well for the others. */
  expression: string;
}

/** A case that the text shows with its judged reply. The judge has seen it, so it is no gold. */
export interface ProposedExample extends Piece {
  title: string;
  /** What is judged in it, word for word. */
  given: string;
  /** Its reply, where it could be read. */
  reply?: Readonly<Record<string, Json>>;
}

export type FindingKind =
  | 'no-inputs'
  | 'unnamed-input'
  | 'no-title'
  | 'no-format'
  | 'no-scale'
  | 'no-overall'
  | 'two-formats'
  | 'one-thing-two-names'
  | 'levels-gap'
  | 'levels-overlap'
  | 'levels-equal'
  | 'scale-disagrees'
  | 'unused-input'
  | 'example-outside-enum'
  | 'example-outside-range'
  | 'example-breaks-rule'
  | 'field-not-given'
  | 'high-is-bad'
  | 'verdict-before-reason'
  | 'comparison'
  | 'template-logic'
  | 'not-understood'
  | 'rule-not-held'
  | 'not-mapped';

/** What clashes, is missing or was not understood. `words` are the text's own. */
export interface Finding {
  key: string;
  kind: FindingKind;
  /** Names the finding's sentence needs: a field, a label, two bounds. */
  about: readonly string[];
  spans: readonly Span[];
}

/** A finding before it has a key: what the readers report. */
export type NewFinding = Omit<Finding, 'key'>;

export const finding = (
  kind: FindingKind,
  about: readonly string[] = [],
  spans: readonly Span[] = [],
): NewFinding => ({ kind, about, spans });

/** A change to the prompt's words. Placeholders are rewritten without one. */
export interface PromptChange {
  span: Span;
  to: string;
  why:
    | 'reply-as-json'
    | 'doubled-braces'
    | 'template-logic'
    | 'tool-shows-input'
    | 'added-input'
    | 'plain-key'
    | 'renamed-field';
}

export type Wrapper =
  'none' | 'front-matter' | 'yaml' | 'messages' | 'chatml' | 'python' | 'js' | 'promptfoo' | 'openai-grader';

export interface Proposal {
  /** The prompt without its wrapper: what all spans refer to. */
  source: string;
  wrapper: Wrapper;
  title: string;
  /** A tag such as `ko`. */
  language: string;
  inputs: readonly ProposedInput[];
  /** `json`: the text asks for it. `reshaped`: it asks for something else, or for nothing, and the reply is asked for as JSON. */
  reply: 'json' | 'reshaped';
  /** Every key of the reply in the order in which it is written, objects and lists before what is in them. */
  fields: readonly ProposedField[];
  criteria: readonly ProposedCriterion[];
  rules: readonly ProposedRule[];
  examples: readonly ProposedExample[];
  findings: readonly Finding[];
  changes: readonly PromptChange[];
  /** Cases that came with the prompt: items of a grader, tests of a promptfoo file. By input name. */
  cases: readonly Readonly<Record<string, string>>[];
}
