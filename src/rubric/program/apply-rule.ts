import type { Known } from '../values';
import type { OutputSchema } from '../output-schema';
import { isNumberSchema } from '../shape/fields';
import type { CompiledRule, DecidedField } from './rubric-program';
import type { Expression } from './expression';
import { problemAt, type ExpressionProblem, type Failure } from './failure';
import { fitsSchema } from '../shape/to-zod';
import {
  failed,
  itemsOf,
  sure,
  andThen,
  throughJson,
  toKnown,
  unsure,
  type Outcome,
  type Value,
  interval,
} from '../range/value';
import { numbersOf } from '../range/from-schema';
import { truthOf } from '../range/operators';

interface AppliedRule {
  /** Null where the rule's condition does not hold. */
  field: DecidedField | null;
  /** What expressions see at the rule's place while no one else has filled it. */
  value: Value | null;
  broken: ExpressionProblem[];
}

/** From CEL's `[lowest, highest]` to the numbers the shape leaves between them. */
function bounded(outcome: Outcome, schemas: readonly OutputSchema[]): Outcome {
  const schema = schemas.find(isNumberSchema);
  return andThen(outcome, (list) => {
    const [low, high, ...more] = itemsOf(list) ?? [];
    const from = low && interval(low.value);
    const to = high && interval(high.value);
    if (!from || !to || more.length > 0 || schema === undefined) {
      return list.kind === 'exact'
        ? failed({ message: 'expected a list [lowest, highest] of two numbers' })
        : unsure();
    }
    const numbers = from.min > to.max ? null : numbersOf(schema, from.min, to.max);
    const left = numbers && interval(numbers);
    if (!left || left.min < from.min || left.max > to.max) {
      const text = `[${from.min}, ${to.max}]`;
      return failed({ message: `the range ${text} leaves no number that the output allows here` });
    }
    return left.min === left.max
      ? sure({ kind: 'exact', value: left.min })
      : sure({ kind: 'range', min: left.min, max: left.max, type: 'double' });
  });
}

function fitted(outcome: Outcome, schemas: readonly OutputSchema[]): Outcome {
  return andThen(throughJson(outcome), (value) => {
    const known = toKnown(sure(value));
    if (known.kind !== 'value' || schemas.some((schema) => fitsSchema(schema, known.value)))
      return sure(value);
    return failed({
      message: `it gives ${JSON.stringify(known.value)}, which the output does not allow here`,
    });
  });
}

/** Runs one `decided` rule; `run` knows whether every field the rule reads is settled. */
export function applyRule(rule: CompiledRule, run: (expression: Expression) => Outcome): AppliedRule {
  const broken: ExpressionProblem[] = [];
  const { path, severity, compare } = rule;
  const field: DecidedField = { path, known: { kind: 'undecided' }, severity, compare };
  const fail = (expression: Expression, failure: Failure): AppliedRule => {
    broken.push(problemAt(expression.where, expression.source, failure));
    const known: Known = { kind: 'error', message: failure.message };
    return { field: { ...field, known }, value: null, broken };
  };

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
  const known = toKnown(outcome);
  const value = outcome.failure === null && known.kind !== 'undecided' ? outcome.value : null;
  field.known = known;

  if (rule.because !== undefined && known.kind !== 'undecided') {
    const reason = run(rule.because);
    const text = toKnown(reason);
    if (text.kind === 'error') broken.push(problemAt(rule.because.where, rule.because.source, text));
    else if (text.kind === 'value' && typeof text.value === 'string') field.because = text.value;
    else if (text.kind === 'value' && text.value !== null) {
      const message = `expected a reason in words, got ${JSON.stringify(text.value)}`;
      broken.push(problemAt(rule.because.where, rule.because.source, { message }));
    }
  }
  return { field, value, broken };
}
