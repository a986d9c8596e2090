import type { DecidedRule, Rubric } from '../model/rubric';
import { applyRule } from './apply-rule';
import { assess } from './assess';
import { caseFacts } from './case-facts';
import type { CompiledCheck, CompiledRubric, CompiledRule, Step } from './compiled-rubric';
import { decide } from './decide';
import { compileExpression, type Expected, type Expression } from './expression';
import type { ExpressionProblem } from './failure';
import { alternatives, schemasAt } from './fits-schema';
import { compileMessage, type MessageTemplate } from './message-template';
import type { Declared } from './names';
import { orderSteps } from './order-steps';
import { exactly, failed } from './range/abstract';
import type { RubricProgram } from './rubric-program';

type CompiledProgram = { ok: true; program: RubricProgram } | { ok: false; problems: ExpressionProblem[] };

/** Compiles piece by piece and keeps every problem, so that an author sees all of them at once. */
class Compiler {
  readonly problems: ExpressionProblem[] = [];
  readonly #rubric: Rubric;
  readonly #everything: Declared;

  constructor(rubric: Rubric) {
    this.#rubric = rubric;
    this.#everything = {
      input: new Set(rubric.inputs.map((input) => input.name)),
      facts: new Set(Object.keys(rubric.facts)),
      derived: new Set(Object.keys(rubric.derived)),
      output: rubric.output,
    };
  }

  #expression(
    where: string,
    source: string,
    expected: Expected = 'any',
    declared = this.#everything,
  ): Expression | undefined {
    const compiled = compileExpression(where, source, declared, expected);
    if (compiled.ok) return compiled.expression;
    this.problems.push(...compiled.problems);
    return undefined;
  }

  #optional(where: string, source: string | undefined, expected: Expected): Expression | undefined {
    return source === undefined ? undefined : this.#expression(where, source, expected);
  }

  /** A fact sees the facts found by code and those declared before it. */
  facts(): CompiledRubric['facts'] {
    const sources = Object.entries(this.#rubric.facts).map(([name, fact]) => ({
      name,
      source: typeof fact === 'string' ? fact : fact.value,
    }));
    const known = new Set(sources.filter(({ source }) => source === undefined).map(({ name }) => name));
    const compiled: CompiledRubric['facts'] = [];
    for (const { name, source } of sources) {
      if (source === undefined) continue;
      const declared: Declared = { facts: new Set(known) };
      if (this.#everything.input !== undefined) declared.input = this.#everything.input;
      const expression = this.#expression(`facts.${name}`, source, 'any', declared);
      if (expression !== undefined) compiled.push({ name, expression });
      known.add(name);
    }
    return compiled;
  }

  rules(): CompiledRule[] {
    return Object.entries(this.#rubric.decided).map(([path, rule]) => this.#rule(path, rule));
  }

  #rule(path: string, given: DecidedRule): CompiledRule {
    const rule =
      typeof given === 'string' ? { value: given, severity: 'error' as const, compare: true } : given;
    const where = `decided.${path}`;
    const schemas = schemasAt(this.#rubric.output, path).flatMap(alternatives);
    if (schemas.length === 0) {
      this.problems.push({ where, expression: '', message: `the output has no field ${path}` });
    }
    const compiled: CompiledRule = { path, schemas, severity: rule.severity, compare: rule.compare };
    if (typeof given === 'string') {
      const value = this.#expression(where, given);
      if (value !== undefined) compiled.value = value;
      this.#tryConstant(compiled);
      return compiled;
    }
    const isNumber = schemas.some(
      (schema) => 'type' in schema && ['integer', 'number'].includes(schema.type),
    );
    if (given.range !== undefined && schemas.length > 0 && !isNumber) {
      const message = `expected a number at ${path}, since only numbers can have a range`;
      this.problems.push({ where: `${where}.range`, expression: given.range, message });
    }
    const when = this.#optional(`${where}.when`, given.when, 'bool');
    const value = this.#optional(`${where}.value`, given.value, 'any');
    const range = this.#optional(`${where}.range`, given.range, 'list');
    const because = this.#optional(`${where}.because`, given.because, 'string');
    if (when !== undefined) compiled.when = when;
    if (value !== undefined) compiled.value = value;
    if (range !== undefined) compiled.range = range;
    if (because !== undefined) compiled.because = because;
    this.#tryConstant(compiled);
    return compiled;
  }

  /** A rule that reads nothing gives the same in every case: whether it fits can be told now. */
  #tryConstant({ when: _when, because: _because, ...rule }: CompiledRule): void {
    const source = rule.value ?? rule.range;
    if (source === undefined || source.names.roots.size > 0 || rule.schemas.length === 0) return;
    const { broken } = applyRule(rule, (expression) => {
      const result = expression.evaluate({ input: {}, facts: {}, output: {}, derived: {} });
      return result.ok ? exactly(result.value) : failed(result.failure);
    });
    this.problems.push(...broken);
  }

  derived(): Step[] {
    return Object.entries(this.#rubric.derived).flatMap(([name, derived]): Step[] => {
      const source = typeof derived === 'string' ? derived : derived.value;
      const expression = this.#expression(`derived.${name}`, source);
      return expression === undefined ? [] : [{ kind: 'derived', name, expression }];
    });
  }

  #message(where: string, text: string): MessageTemplate {
    const compiled = compileMessage(where, text, this.#everything);
    if (compiled.ok) return compiled.template;
    this.problems.push(...compiled.problems);
    return [text];
  }

  checks(): CompiledCheck[] {
    return this.#rubric.checks.flatMap((rule): CompiledCheck[] => {
      const where = `checks.${rule.id}`;
      const when = this.#optional(`${where}.when`, rule.when, 'bool');
      const assert = this.#expression(`${where}.assert`, rule.assert, 'bool');
      const message = this.#message(`${where}.message`, rule.message);
      if (assert === undefined) return [];
      return [when === undefined ? { rule, assert, message } : { rule, when, assert, message }];
    });
  }

  headline(): CompiledRubric['headline'] | undefined {
    const value = this.#expression('headline.value', this.#rubric.headline.value);
    const verdict = this.#optional('headline.verdict', this.#rubric.headline.verdict, 'any');
    if (value === undefined) return undefined;
    return verdict === undefined ? { value } : { value, verdict };
  }
}

function isAfter({ when, value, range, because }: CompiledRule): boolean {
  return [when, value, range, because].some(
    (expression) =>
      expression !== undefined &&
      (expression.names.roots.has('output') || expression.names.roots.has('derived')),
  );
}

/** Everything that is wrong with a rubric's expressions. */
export function expressionProblems(rubric: Rubric): ExpressionProblem[] {
  const compiled = compileRubric(rubric);
  return compiled.ok ? [] : compiled.problems;
}

/** Turns a rubric's expressions into a program, or names everything that is wrong with them. */
export function compileRubric(rubric: Rubric): CompiledProgram {
  const compiler = new Compiler(rubric);
  const facts = compiler.facts();
  const rules = compiler.rules();
  const derived = compiler.derived();
  const checks = compiler.checks();
  const headline = compiler.headline();
  const after = rules.filter(isAfter).map((rule): Step => ({ kind: 'rule', rule }));
  const { steps, problems } = orderSteps([...derived, ...after]);
  const all = [...compiler.problems, ...problems];
  if (all.length > 0 || headline === undefined) return { ok: false, problems: all };

  const before = rules.filter((rule) => !isAfter(rule));
  const compiled: CompiledRubric = { rubric, facts, before, steps, checks, headline };
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
