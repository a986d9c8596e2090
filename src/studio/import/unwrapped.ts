import type { Wrapper } from './proposal';

/** What an evaluation tool knows of a judge outside of its prompt. */
export type Grader =
  | { kind: 'label'; labels: readonly string[]; passing: readonly string[] }
  | { kind: 'score'; range?: readonly [number, number]; threshold?: number }
  /** The tool itself shows the output to the judge and asks for a reason, pass and a score from 0 to 1. */
  | { kind: 'llm-rubric'; threshold?: number };

/** One judge prompt, without what was around it. */
export interface UnwrappedPrompt {
  title: string;
  text: string;
  /** Cases that came with it, by the names of its placeholders. */
  cases: readonly Readonly<Record<string, string>>[];
  /** What a grader says outside of its prompt. */
  grader?: Grader;
  /** Keys around the prompt that a rubric has no place for: a model, a temperature. */
  notMapped: readonly string[];
}

export interface Unwrapped {
  wrapper: Wrapper;
  prompts: readonly UnwrappedPrompt[];
}
