import { EvaluationError, type ASTNode, type ParseResult } from '@marcbachmann/cel-js';
import type { OutputSchema } from '../output-schema';
import type { Path } from '../path';
import type { CompiledStatement } from '../rationale/statements';
import type { CheckRule, Rubric, Severity } from '../rubric';
import { exactly, failed, type Outcome } from '../range/value';
import { alternatives, schemasAt } from '../shape/fields';
import { beginExpression, countedSource } from './budget';
import { countingEnvironment, rubricEnvironment } from './environment';
import { failureOf, isCelError, problemIn, type ExpressionProblem } from './failure';
import { childrenOf, readNames, type Declared, type Names } from './names';

export type Scope = {
  input: Readonly<Record<string, unknown>>;
  facts: Readonly<Record<string, unknown>>;
  output: Readonly<Record<string, unknown>>;
  derived: Readonly<Record<string, unknown>>;
  stated?: Readonly<Record<string, number>>;
};

export type Expected = 'bool' | 'string' | 'list' | 'any';

export interface Expression {
  where: string;
  source: string;
  ast: ASTNode;
  names: Names;
  evaluate(scope: Scope): Outcome;
}

export type MessageTemplate = readonly (string | Expression)[];

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
  rule: Pick<CheckRule, 'id' | 'title' | 'severity' | 'about'>;
  when: Expression | undefined;
  assert: Expression;
  message: MessageTemplate;
  /** What fields may be, by all that speaks against them. */
  allows: { path: Path; schemas: OutputSchema[]; expression: Expression }[];
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
  statements: CompiledStatement[];
  /** Rationales that are searched for what is not in the case. */
  rationales: readonly Path[];
  headline: { value: Expression; verdict: Expression | undefined };
}

/** Hides the static type of an operand, so that the overload is found by the value at hand. */
function asDynamic(node: ASTNode): ASTNode {
  const wrapper = rubricEnvironment.parse('dyn(null)').ast;
  if (wrapper.op === 'call') wrapper.args[1][0] = node;
  return wrapper;
}

function isText(node: ASTNode): boolean {
  return node.op === 'value' && typeof node.args === 'string';
}

/** Divisions find our own overload this way, and `[0] + scores` is a list of numbers rather than of ints. */
function loosen(node: ASTNode, branches: boolean): void {
  for (const child of childrenOf(node)) loosen(child, branches);
  if (node.op === '/') node.args[0] = asDynamic(node.args[0]);
  const [first] = node.op === 'list' ? node.args : [];
  if (node.op === 'list' && first !== undefined && !isText(first)) node.args[0] = asDynamic(first);
  if (branches && node.op === '?:') node.args[1] = asDynamic(node.args[1]);
}

/** `x ? 1 : 2.5` and `x ? null : "a"` are refused by CEL's checker; people write them, and they mean one thing only. */
function parse(source: string): { run: (scope: Scope) => unknown; ast: ASTNode; type: string } {
  for (const branches of [false, true]) {
    const parsed = rubricEnvironment.parse(source);
    loosen(parsed.ast, branches);
    const checked = parsed.check();
    if (checked.valid) return { run: counting(parsed), ast: parsed.ast, type: checked.type ?? 'dyn' };
    if (branches || checked.error?.code !== 'incompatible_ternary_branches') {
      throw checked.error ?? new Error('CEL refused the expression and did not say why');
    }
  }
  throw new Error('unreachable: the second pass returns or throws');
}

const texts = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;
const worthName = new RegExp(`${texts}|\\bworth\\.([A-Za-z_]\\w*)`, 'g');

function withWorth(source: string, worth: Declared['worth']): string {
  return source.replaceAll(worthName, (whole: string, id: string | undefined) => {
    if (id === undefined) return whole;
    const found = worth?.get(id);
    if (found !== undefined) return found;
    throw new EvaluationError(`worth.${id} is not known: every level of that criterion needs a value`);
  });
}

/** The same expression with its work counted. What follows the rewriting of divisions and branches is already in the tree. */
function counting(parsed: ParseResult): (scope: Scope) => unknown {
  const source = countedSource(parsed.ast);
  return source === null ? parsed : countingEnvironment.parse(source);
}

function typeFits(type: string, expected: Expected): boolean {
  if (expected === 'any' || type === 'dyn' || type.startsWith('dyn<')) return true;
  return expected === 'list' ? type === 'list' || type.startsWith('list<') : type === expected;
}

export class ExpressionCompiler {
  readonly problems: ExpressionProblem[] = [];

  constructor(readonly declared: Declared) {}

  /** Parses, checks types and checks that every name exists. Undefined where there is nothing, or a problem. */
  compile(
    where: string,
    source: string | undefined,
    expected: Expected = 'any',
    declared = this.declared,
  ): Expression | undefined {
    if (source === undefined) return undefined;
    try {
      const { run, ast, type } = parse(withWorth(source, declared.worth));
      const { names, failures } = readNames(ast, declared);
      if (!typeFits(type, expected)) {
        const message = `expected an expression that gives a ${expected}, got one that gives a ${type}`;
        failures.push({ message });
      }
      this.problems.push(...failures.map((failure) => problemIn({ where, source }, failure)));
      if (failures.length > 0) return undefined;
      const evaluate = (scope: Scope): Outcome => {
        beginExpression();
        try {
          return exactly(run(scope));
        } catch (error) {
          return failed(failureOf(error));
        }
      };
      return { where, source, ast, names, evaluate };
    } catch (error) {
      // CEL's own words are for authors; anything else it throws speaks of its inner workings.
      const unclear = 'CEL cannot tell what kind of value this gives; an empty list or map may be the reason';
      const failure = isCelError(error) ? failureOf(error) : { message: unclear };
      this.problems.push(problemIn({ where, source }, failure));
      return undefined;
    }
  }

  compileAllowed(where: string, allows: CheckRule['allows'] = {}): CompiledCheck['allows'] {
    const { output } = this.declared;
    return Object.entries(allows).flatMap(([path, source]) => {
      const expression = this.compile(`${where}.${path}`, source);
      const schemas = output ? schemasAt(output, path).flatMap(alternatives) : [];
      return expression ? [{ path, schemas, expression }] : [];
    });
  }

  compileMessage(where: string, text: string): MessageTemplate {
    return text.split(/(\{\{.*?\}\}|\{\{.*$)/s).flatMap((piece): MessageTemplate => {
      if (!piece.startsWith('{{')) return [piece];
      if (piece.endsWith('}}')) return [this.compile(where, piece.slice(2, -2).trim()) ?? ''];
      const message = 'expected }} after the expression that {{ opens';
      this.problems.push({ where, expression: piece.slice(2), message });
      return [];
    });
  }
}
