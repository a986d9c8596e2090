import type { Json } from '../../kit/json';
import type { CaseInput, Fact, FoundFact } from '../facts';
import type { Known } from '../values';
import type { OutputSchema } from '../output-schema';
import { beginCase } from './budget';
import { numbersOf } from '../range/from-schema';
import { truthOf } from '../range/operators';
import {
  andThen,
  between,
  failed,
  interval,
  itemsOf,
  sure,
  throughJson,
  toKnown,
  unsure,
  type Outcome,
  type Value,
} from '../range/value';
import type { Path } from '../path';
import type { Rubric, Severity } from '../rubric';
import { isNumberSchema } from '../shape/fields';
import { fitsSchema } from '../shape/to-zod';
import type { CompiledRubric, CompiledRule, Expression } from './expression';
import { failOnRead, problemIn, type ExpressionProblem, type Failure } from './failure';
import { showJson, wordsFor } from './words';

export interface DecidedField {
  path: Path;
  known: Known;
  because?: string;
  severity: Severity;
  /** Whether a judge that says otherwise is wrong. */
  compare: boolean;
}

/** `facts` as expressions see it. A declared fact that could not be found fails them, even one that only asks `has()`. */
export function factScope(rubric: Rubric, facts: Iterable<FoundFact>): Record<string, Json> {
  const values: Record<string, Json> = Object.fromEntries(
    Array.from(facts, (fact) => [fact.name, fact.value]),
  );
  for (const name of Object.keys(rubric.facts)) {
    if (!Object.hasOwn(values, name)) failOnRead('facts', values, name);
  }
  return values;
}

export function caseFacts(
  { rubric, facts: computed }: CompiledRubric,
  input: CaseInput,
  codeFacts: readonly Fact[],
): { facts: Fact[]; broken: ExpressionProblem[] } {
  const words = wordsFor(rubric.language);
  const broken: ExpressionProblem[] = [];
  const found = new Map(codeFacts.map((fact) => [fact.name, fact]));
  beginCase();
  for (const { name, expression } of computed) {
    const scope = { input, facts: factScope(rubric, found.values()), output: {}, derived: {} };
    const outcome = expression.evaluate(scope);
    const known = toKnown(outcome);
    if (known.kind === 'value') {
      const { value } = known;
      found.set(name, { name, value, text: showJson(value, words), spans: [] });
    } else if (known.kind === 'error')
      broken.push(problemIn(expression, { message: known.message, ...outcome.failure }));
  }

  const declared = Object.keys(rubric.facts);
  const undeclared = codeFacts.map(({ name }) => name).filter((name) => !declared.includes(name));
  const report = (name: string, message: string) =>
    broken.push({ where: `facts.${name}`, expression: '', message });
  for (const name of declared) {
    if (found.has(name) || computed.some((fact) => fact.name === name)) continue;
    report(name, 'it has no value in the contract, and the code that finds facts did not return it');
  }
  for (const name of undeclared)
    report(name, 'the code that finds facts returned it, but the contract does not declare it');
  return { facts: [...declared, ...undeclared].flatMap((name) => found.get(name) ?? []), broken };
}

export function decide(
  { rubric, before }: CompiledRubric,
  { input, facts }: { input: CaseInput; facts: readonly FoundFact[] },
): { decided: DecidedField[]; broken: ExpressionProblem[] } {
  const scope = { input, facts: factScope(rubric, facts), output: {}, derived: {} };
  const applied = before.map((rule) => applyRule(rule, (expression) => expression.evaluate(scope)));
  return {
    decided: applied.flatMap(({ field }) => (field === null || field.known.kind === 'error' ? [] : [field])),
    broken: applied.flatMap(({ broken }) => broken),
  };
}

/** From CEL's `[lowest, highest]` to the numbers the shape leaves between them. */
function bounded(outcome: Outcome, schemas: readonly OutputSchema[]): Outcome {
  const schema = schemas.find(isNumberSchema);
  return andThen(outcome, (list) => {
    const [low, high, ...more] = itemsOf(list) ?? [];
    const from = low && interval(low.value);
    const to = high && interval(high.value);
    if (!from || !to || more.length > 0 || schema === undefined) {
      if (list.kind !== 'exact') return unsure();
      return failed({ message: 'expected a list [lowest, highest] of two numbers' });
    }
    const left = from.min > to.max ? null : interval(numbersOf(schema, from.min, to.max));
    if (left && left.min >= from.min && left.max <= to.max) return between([left.min, left.max], 'double');
    const text = `[${from.min}, ${to.max}]`;
    return failed({ message: `the range ${text} leaves no number that the output allows here` });
  });
}

/** One value, or `[lowest, highest]` of a number. */
export function valueOrRange(outcome: Outcome, schemas: readonly OutputSchema[]): Outcome {
  const isList = outcome.value !== null && itemsOf(outcome.value) !== null;
  return isList && schemas.some(isNumberSchema) ? bounded(outcome, schemas) : fitted(outcome, schemas);
}

function fitted(outcome: Outcome, schemas: readonly OutputSchema[]): Outcome {
  return andThen(throughJson(outcome), (value) => {
    const known = toKnown(sure(value));
    if (known.kind !== 'value' || schemas.some((schema) => fitsSchema(schema, known.value)))
      return sure(value);
    const text = JSON.stringify(known.value);
    return failed({ message: `it gives ${text}, which the output does not allow here` });
  });
}

interface AppliedRule {
  field: DecidedField | null;
  /** What expressions see at the rule's place while the judge has not filled it. */
  value: Value | null;
  broken: ExpressionProblem[];
}

export function applyRule(rule: CompiledRule, run: (expression: Expression) => Outcome): AppliedRule {
  const { path, severity, compare } = rule;
  const field: DecidedField = { path, known: { kind: 'undecided' }, severity, compare };
  const broken: ExpressionProblem[] = [];
  const fail = (expression: Expression, failure: Failure): AppliedRule => ({
    field: { ...field, known: { kind: 'error', message: failure.message } },
    value: null,
    broken: [problemIn(expression, failure)],
  });

  if (rule.when !== undefined) {
    const truth = truthOf(run(rule.when));
    if (!truth.true && !truth.false && truth.failure !== null) return fail(rule.when, truth.failure);
    if (!truth.true && truth.failure === null) return { field: null, value: null, broken };
    if (truth.false || truth.failure !== null) return { field, value: null, broken };
  }

  const source = rule.value ?? rule.range;
  if (source === undefined)
    throw new Error(`decided.${rule.path} has neither value nor range; the rubric schema forbids it`);
  const result = run(source);
  const outcome = source === rule.value ? fitted(result, rule.schemas) : bounded(result, rule.schemas);
  if (outcome.value === null) return fail(source, outcome.failure ?? { message: 'no value' });
  field.known = toKnown(outcome);
  if (field.known.kind === 'undecided') return { field, value: null, broken };

  if (rule.because !== undefined) {
    const reason = toKnown(run(rule.because));
    if (reason.kind === 'error') broken.push(problemIn(rule.because, { message: reason.message }));
    else if (reason.kind === 'value' && typeof reason.value === 'string') field.because = reason.value;
    else if (reason.kind === 'value' && reason.value !== null) {
      const message = `expected a reason in words, got ${JSON.stringify(reason.value)}`;
      broken.push(problemIn(rule.because, { message }));
    }
  }
  return { field, value: outcome.failure === null ? outcome.value : null, broken };
}
