import type { CaseInput, Fact, FoundFact } from '../facts';
import type { JsonObject } from '../../kit/json';
import type { CheckResult, Headline, Known } from '../values';
import type { Path } from '../path';
import type { Severity, CheckRule, Rubric } from '../rubric';
import type { ExpressionProblem } from './failure';
import type { OutputSchema } from '../output-schema';
import type { Expression, MessageTemplate } from './expression';

/** A place in the output of which the program knows something. */
export interface DecidedField {
  path: Path;
  known: Known;
  /** The one-line reason a person reads. */
  because?: string;
  severity: Severity;
  /** Whether a judge that says otherwise is wrong. */
  compare: boolean;
}

export interface Assessment {
  derived: Record<string, Known>;
  /** Fields that follow from other fields of the output. */
  computed: DecidedField[];
  checks: CheckResult[];
  headline: Headline;
  broken: ExpressionProblem[];
}

export interface AssessScope {
  input: CaseInput;
  facts: readonly FoundFact[];
  /** Undecided leaves are absent. */
  output: JsonObject;
  /** All that `decide` gave: its ranges bound the undecided numbers. */
  decided: readonly DecidedField[];
  /** A model has answered: what it was asked for is compared with what the program says of it. */
  comparing: boolean;
  /** The places it was not asked for, since the program settles them. */
  notAsked?: readonly Path[];
  /**
   * Whether an optional field that is missing was left out on purpose. Left out: true when comparing, or when no
   * required field is missing but those computed from others.
   */
  complete?: boolean;
}

/** A rubric's expressions, compiled once and run for every case. */
export interface RubricProgram {
  /** Fields that follow from other fields in any case: never asked for in Assisted mode. */
  computedPaths: readonly Path[];
  /** The facts found by code, and the contract's own, in the order in which the contract declares them. */
  facts(input: CaseInput, codeFacts: readonly Fact[]): { facts: Fact[]; broken: ExpressionProblem[] };
  /** What facts alone decide, before anyone is asked. */
  decide(scope: { input: CaseInput; facts: readonly FoundFact[] }): {
    decided: DecidedField[];
    broken: ExpressionProblem[];
  };
  /** Everything that follows from an output in which some fields may be undecided. */
  assess(scope: AssessScope): Assessment;
}

export interface CompiledRule {
  path: Path;
  schemas: OutputSchema[];
  when: Expression | undefined;
  value: Expression | undefined;
  range: Expression | undefined;
  because: Expression | undefined;
  severity: Severity;
  compare: boolean;
}

export interface CompiledCheck {
  rule: CheckRule;
  when: Expression | undefined;
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
  headline: { value: Expression; verdict: Expression | undefined };
}
