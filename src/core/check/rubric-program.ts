import type { CaseInput } from '../model/case';
import type { Fact, FoundFact } from '../model/facts';
import type { JsonObject } from '../model/json';
import type { CheckResult, Headline, Known } from '../model/judgement';
import type { Path } from '../model/path';
import type { Severity } from '../model/rubric';
import type { ExpressionProblem } from './failure';

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
  /** Nobody reads what is said of the checks: it is not put into words, though what breaks in it breaks all the same. */
  wordless?: boolean;
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
