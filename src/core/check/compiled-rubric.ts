import type { OutputSchema } from '../model/output-schema';
import type { Path } from '../model/path';
import type { CheckRule, Rubric, Severity } from '../model/rubric';
import type { Expression } from './expression';
import type { MessageTemplate } from './message-template';

export interface CompiledRule {
  path: Path;
  schemas: OutputSchema[];
  when?: Expression;
  value?: Expression;
  range?: Expression;
  because?: Expression;
  severity: Severity;
  compare: boolean;
}

export interface CompiledCheck {
  rule: CheckRule;
  when?: Expression;
  assert: Expression;
  message: MessageTemplate;
}

/** One thing computed from the output, after everything it needs. */
export type Step =
  { kind: 'derived'; name: string; expression: Expression } | { kind: 'rule'; rule: CompiledRule };

export interface CompiledRubric {
  rubric: Rubric;
  facts: { name: string; expression: Expression }[];
  /** Rules over input and facts alone. */
  before: CompiledRule[];
  /** Derived values and the rules that mention output or derived, in order of need. */
  steps: Step[];
  checks: CompiledCheck[];
  headline: { value: Expression; verdict?: Expression };
}
