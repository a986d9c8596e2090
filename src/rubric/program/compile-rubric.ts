import type { DecidedRule, Rubric } from '../rubric';
import { assess } from './assess';
import { applyRule, caseFacts, decide, evaluated } from './decide';
import type { CompiledCheck, CompiledRubric, CompiledRule, Step, RubricProgram } from './rubric-program';
import { compileExpression, type Expected, type Expression, compileMessage } from './expression';
import type { ExpressionProblem } from './failure';
import { alternatives, isNumberSchema, schemasAt } from '../shape/fields';
import { declaredIn, type Declared } from './names';
import { overlaps } from '../range/from-schema';

type CompiledProgram = { ok: true; program: RubricProgram } | { ok: false; problems: ExpressionProblem[] };

/** Everything that is wrong with a rubric's expressions. */
export function expressionProblems(rubric: Rubric): ExpressionProblem[] {
  const compiled = compileRubric(rubric);
  return compiled.ok ? [] : compiled.problems;
}

/** Turns a rubric's expressions into a program, or names everything that is wrong with them, all at once. */
export function compileRubric(rubric: Rubric): CompiledProgram {
  const problems: ExpressionProblem[] = [];
  const everything = declaredIn(rubric);
  const compile = (
    where: string,
    source: string | undefined,
    expected: Expected = 'any',
    declared: Declared = everything,
  ): Expression | undefined => {
    if (source === undefined) return undefined;
    const compiled = compileExpression(where, source, declared, expected);
    if (compiled.ok) return compiled.expression;
    problems.push(...compiled.problems);
    return undefined;
  };

  const facts = compileFacts(rubric, (where, source, declared) => compile(where, source, 'any', declared));
  const rules = Object.entries(rubric.decided).map(([path, given]): CompiledRule => {
    const schemas = schemasAt(rubric.output, path).flatMap(alternatives);
    const where = `decided.${path}`;
    if (schemas.length === 0)
      problems.push({ where, expression: '', message: `the output has no field ${path}` });
    const rule = typeof given === 'string' ? shortRule(given) : given;
    if (rule.range !== undefined && schemas.length > 0 && !schemas.some(isNumberSchema)) {
      const message = `expected a number at ${path}, since only numbers can have a range`;
      problems.push({ where: `${where}.range`, expression: rule.range, message });
    }
    const compiled: CompiledRule = {
      path,
      schemas,
      when: compile(`${where}.when`, rule.when, 'bool'),
      value: compile(typeof given === 'string' ? where : `${where}.value`, rule.value),
      range: compile(`${where}.range`, rule.range, 'list'),
      because: compile(`${where}.because`, rule.because, 'string'),
      severity: rule.severity,
      compare: rule.compare,
    };
    problems.push(...constantProblems(compiled));
    return compiled;
  });
  const derived = Object.entries(rubric.derived).flatMap(([name, given]): Step[] => {
    const expression = compile(`derived.${name}`, typeof given === 'string' ? given : given.value);
    return expression === undefined ? [] : [{ kind: 'derived', name, expression }];
  });
  const checks = rubric.checks.flatMap((rule): CompiledCheck[] => {
    const where = `checks.${rule.id}`;
    const when = compile(`${where}.when`, rule.when, 'bool');
    const assert = compile(`${where}.assert`, rule.assert, 'bool');
    const message = compileMessage(`${where}.message`, rule.message, everything);
    if (!message.ok) problems.push(...message.problems);
    return assert && message.ok ? [{ rule, when, assert, message: message.template }] : [];
  });
  const value = compile('headline.value', rubric.headline.value);
  const verdict = compile('headline.verdict', rubric.headline.verdict);

  const after = rules.filter(isAfter).map((rule): Step => ({ kind: 'rule', rule }));
  const ordered = orderSteps([...derived, ...after]);
  problems.push(...ordered.problems);
  if (problems.length > 0 || value === undefined) return { ok: false, problems };

  const before = rules.filter((rule) => !isAfter(rule));
  const { steps } = ordered;
  const compiled: CompiledRubric = { rubric, facts, before, steps, checks, headline: { value, verdict } };
  return {
    ok: true,
    program: {
      // A range bounds the field, and a rule with a condition may not apply: neither takes it out of the judge's hands.
      computedPaths: after.flatMap((step) =>
        step.kind === 'rule' && step.rule.value && !step.rule.when ? [step.rule.path] : [],
      ),
      facts: (input, codeFacts) => caseFacts(compiled, input, codeFacts),
      decide: (scope) => decide(compiled, scope),
      assess: (scope) => assess(compiled, scope),
    },
  };
}

/** A fact sees the facts found by code and those declared before it. */
function compileFacts(
  rubric: Rubric,
  compile: (where: string, source: string, declared: Declared) => Expression | undefined,
): CompiledRubric['facts'] {
  const { input } = declaredIn(rubric);
  const sources = Object.entries(rubric.facts).map(
    ([name, fact]) => [name, typeof fact === 'string' ? fact : fact.value] as const,
  );
  const known = new Set(sources.flatMap(([name, source]) => (source === undefined ? [name] : [])));
  return sources.flatMap(([name, source]) => {
    if (source === undefined) return [];
    const expression = compile(`facts.${name}`, source, { input, facts: new Set(known) });
    known.add(name);
    return expression === undefined ? [] : [{ name, expression }];
  });
}

function shortRule(value: string): Exclude<DecidedRule, string> {
  return { value, severity: 'error', compare: true };
}

/** A rule that reads nothing gives the same in every case: whether it fits can be told now. */
function constantProblems(rule: CompiledRule): ExpressionProblem[] {
  const source = rule.value ?? rule.range;
  if (source === undefined || source.names.roots.size > 0 || rule.schemas.length === 0) return [];
  const nothing = { input: {}, facts: {}, output: {}, derived: {} };
  return applyRule({ ...rule, when: undefined, because: undefined }, (expression) =>
    evaluated(expression, nothing),
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

/** Puts every step after those it needs; a circle is the author's mistake. */
function orderSteps(steps: readonly Step[]): { steps: Step[]; problems: ExpressionProblem[] } {
  const ordered: Step[] = [];
  const problems: ExpressionProblem[] = [];
  const done = new Set<Step>();

  const visit = (step: Step, trail: readonly Step[]): void => {
    if (done.has(step)) return;
    const circle = trail.indexOf(step);
    if (circle !== -1) {
      const names = [...trail.slice(circle), step].map(stepName).join(' → ');
      const source = expressionsOf(step)[0]?.source ?? '';
      problems.push({
        where: stepName(step),
        expression: source,
        message: `it depends on itself: ${names}`,
      });
      return;
    }
    for (const other of steps) {
      if (problems.length > 0) return;
      if (needs(step, other)) visit(other, [...trail, step]);
    }
    done.add(step);
    ordered.push(step);
  };

  for (const step of steps) visit(step, []);
  return { steps: ordered, problems };
}
