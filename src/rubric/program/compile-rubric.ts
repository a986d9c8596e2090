import { beginCase } from './budget';
import { runValues, type DecidedRule, type Rubric } from '../rubric';
import { assess, type Assessment, type AssessScope } from './assess';
import { applyRule, caseFacts, decide, type DecidedField } from './decide';
import type { CaseInput, Fact, FoundFact } from '../facts';
import type { Path } from '../path';
import {
  ExpressionCompiler,
  type CompiledCheck,
  type CompiledRubric,
  type CompiledRule,
  type Expression,
  type Step,
} from './expression';
import type { ExpressionProblem } from './failure';
import { alternatives, isNumberSchema, schemasAt } from '../shape/fields';
import { declaredIn } from './names';
import { rationalePaths } from '../rationale/check-rationales';
import { compileStatements } from '../rationale/statements';
import { overlaps } from '../range/from-schema';

export interface RubricProgram {
  /** Fields that follow from other fields in any case: never asked for in Assisted mode. */
  computedPaths: readonly Path[];
  /** The facts found by code, and the contract's own, in the order in which the contract declares them. */
  facts(input: CaseInput, codeFacts: readonly Fact[]): { facts: Fact[]; broken: ExpressionProblem[] };
  decide(scope: { input: CaseInput; facts: readonly FoundFact[] }): {
    decided: DecidedField[];
    broken: ExpressionProblem[];
  };
  assess(scope: AssessScope): Assessment;
}

type CompiledProgram = { ok: true; program: RubricProgram } | { ok: false; problems: ExpressionProblem[] };

export function expressionProblems(rubric: Rubric): ExpressionProblem[] {
  const compiled = compileRubric(rubric);
  return compiled.ok ? [] : compiled.problems;
}

export function compileRubric(rubric: Rubric): CompiledProgram {
  const compiler = new ExpressionCompiler(declaredIn(rubric));
  const { problems } = compiler;
  const facts = compileFacts(rubric, compiler);
  const rules = Object.entries(rubric.decided).map(([path, given]) =>
    compileRule(rubric, path, given, compiler),
  );
  const derived = Object.entries(rubric.derived).flatMap(([name, given]): Step[] => {
    const source = typeof given === 'string' ? given : given.value;
    const expression = compiler.compile(`derived.${name}`, source);
    return expression === undefined ? [] : [{ kind: 'derived', name, expression }];
  });
  const checks = rubric.checks.flatMap((rule): CompiledCheck[] => {
    const where = `checks.${rule.id}`;
    const when = compiler.compile(`${where}.when`, rule.when, 'bool');
    const assert = compiler.compile(`${where}.assert`, rule.assert, 'bool');
    const message = compiler.compileMessage(`${where}.message`, rule.message);
    const allows = compiler.compileAllowed(`${where}.allows`, rule.allows);
    return assert ? [{ rule, when, assert, message, allows }] : [];
  });
  const statements = compileStatements(rubric, declaredIn(rubric), problems);
  const value = compiler.compile('headline.value', rubric.headline.value);
  const verdict = compiler.compile('headline.verdict', rubric.headline.verdict);

  const after = rules.filter(isAfter);
  const steps = orderSteps([...derived, ...after.map((rule): Step => ({ kind: 'rule', rule }))], problems);
  if (problems.length > 0 || value === undefined) return { ok: false, problems };

  const before = rules.filter((rule) => !isAfter(rule));
  const compiled: CompiledRubric = {
    rubric,
    facts,
    before,
    steps,
    checks,
    statements,
    rationales: rationalePaths(rubric),
    headline: { value, verdict },
  };
  const filled = runValues(rubric);
  const whole = <T extends { input: CaseInput }>(scope: T): T => ({
    ...scope,
    input: { ...filled, ...scope.input },
  });
  return {
    ok: true,
    program: {
      // A range bounds the field, and a rule with a condition may not apply: neither takes it out of the judge's hands.
      computedPaths: after.filter((rule) => rule.value && !rule.when).map((rule) => rule.path),
      facts: (input, codeFacts) => caseFacts(compiled, { ...filled, ...input }, codeFacts),
      decide: (scope) => decide(compiled, whole(scope)),
      assess: (scope) => assess(compiled, whole(scope)),
    },
  };
}

/** A fact sees the facts found by code and those declared before it. */
function compileFacts(rubric: Rubric, compiler: ExpressionCompiler): CompiledRubric['facts'] {
  const { input } = declaredIn(rubric);
  const sources = Object.entries(rubric.facts).map(
    ([name, fact]) => [name, typeof fact === 'string' ? fact : fact.value] as const,
  );
  const known = new Set(sources.flatMap(([name, source]) => (source === undefined ? [name] : [])));
  return sources.flatMap(([name, source]) => {
    const expression = compiler.compile(`facts.${name}`, source, 'any', { input, facts: new Set(known) });
    known.add(name);
    return expression === undefined ? [] : [{ name, expression }];
  });
}

function compileRule(
  rubric: Rubric,
  path: Path,
  given: DecidedRule,
  compiler: ExpressionCompiler,
): CompiledRule {
  const schemas = schemasAt(rubric.output, path).flatMap(alternatives);
  const where = `decided.${path}`;
  if (schemas.length === 0)
    compiler.problems.push({ where, expression: '', message: `the output has no field ${path}` });
  const short = typeof given === 'string';
  const rule = short ? shortRule(given) : given;
  if (rule.range !== undefined && schemas.length > 0 && !schemas.some(isNumberSchema)) {
    const message = `expected a number at ${path}, since only numbers can have a range`;
    compiler.problems.push({ where: `${where}.range`, expression: rule.range, message });
  }
  const compiled: CompiledRule = {
    path,
    schemas,
    when: compiler.compile(`${where}.when`, rule.when, 'bool'),
    value: compiler.compile(short ? where : `${where}.value`, rule.value),
    range: compiler.compile(`${where}.range`, rule.range, 'list'),
    because: compiler.compile(`${where}.because`, rule.because, 'string'),
    severity: rule.severity,
    compare: rule.compare,
  };
  compiler.problems.push(...constantProblems(compiled));
  return compiled;
}

function shortRule(value: string): Exclude<DecidedRule, string> {
  return { value, severity: 'error', compare: true };
}

/** A rule that reads nothing gives the same in every case, so the compiler can check whether it fits. */
function constantProblems(rule: CompiledRule): ExpressionProblem[] {
  const source = rule.value ?? rule.range;
  if (source === undefined || source.names.roots.size > 0 || rule.schemas.length === 0) return [];
  const nothing = { input: {}, facts: {}, output: {}, derived: {} };
  beginCase();
  return applyRule({ ...rule, when: undefined, because: undefined }, (expression) =>
    expression.evaluate(nothing),
  ).broken;
}

function isAfter(rule: CompiledRule): boolean {
  return ruleExpressions(rule).some(({ names: { roots } }) => roots.has('output') || roots.has('derived'));
}

function ruleExpressions({ when, value, range, because }: CompiledRule): Expression[] {
  return [when, value, range, because].filter((expression) => expression !== undefined);
}

function stepName(step: Step): string {
  return step.kind === 'derived' ? `derived.${step.name}` : `decided.${step.rule.path}`;
}

function expressionsOf(step: Step): Expression[] {
  return step.kind === 'derived' ? [step.expression] : ruleExpressions(step.rule);
}

function needs(step: Step, other: Step): boolean {
  return expressionsOf(step).some(({ names }) =>
    other.kind === 'derived'
      ? names.derived.has(other.name)
      : [...names.output].some((path) => overlaps(path, other.rule.path)),
  );
}

function orderSteps(steps: readonly Step[], problems: ExpressionProblem[]): Step[] {
  const ordered = new Set<Step>();
  const visit = (step: Step, trail: readonly Step[]): void => {
    if (ordered.has(step)) return;
    const circle = trail.indexOf(step);
    if (circle === -1) {
      for (const other of steps) if (needs(step, other)) visit(other, [...trail, step]);
      ordered.add(step);
      return;
    }
    const where = stepName(step);
    const names = [...trail.slice(circle), step].map(stepName).join(' → ');
    const expression = expressionsOf(step)[0]?.source ?? '';
    problems.push({ where, expression, message: `it depends on itself: ${names}` });
  };
  for (const step of steps) visit(step, []);
  return [...ordered];
}
