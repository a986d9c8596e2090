import type { Wrapper } from '../proposal';

/** What an evaluation tool knows of a judge outside of its prompt. */
export interface Grader {
  /** The reply is one of these labels. */
  labels?: readonly string[];
  passing?: readonly string[];
  /** The reply is a number. */
  score?: { range?: readonly [number, number]; threshold?: number };
  /** Each is a criterion of its own that is met or not. */
  checks?: readonly string[];
  /** What the tool itself shows to the judge, besides the prompt. */
  shows?: readonly string[];
}

/** One judge prompt, without what was around it. */
export interface UnwrappedPrompt {
  title: string;
  text: string;
  /** Cases that came with it, by the names of its placeholders. */
  cases: readonly Readonly<Record<string, string>>[];
  /** What a grader says outside of its prompt. */
  grader?: Grader;
  /** Inputs that the wrapper declares. */
  declared?: readonly string[];
  /** The reply's keys as the wrapper declares them: `score`, `integer, 1 to 4`. */
  reply?: readonly (readonly [key: string, note: string])[];
  /** Keys around the prompt that a rubric has no place for: a model, a temperature. */
  notMapped: readonly string[];
}

export interface Unwrapped {
  wrapper: Wrapper;
  prompts: readonly UnwrappedPrompt[];
}
