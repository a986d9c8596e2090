import type { ASTNode } from '@marcbachmann/cel-js';
import { macroIn, type Macro } from '../program/names';
import {
  exact,
  exactly,
  failed,
  listOf,
  sure,
  andThen,
  thenAll,
  unsure,
  type Entry,
  type Outcome,
  type Value,
  choices,
  join,
  liftOr,
  itemsOf,
  wrongType,
  type Item,
  either,
  lift,
} from './abstract';
import { applyMinus, call, method, applyAccess, applyHas } from './calls';
import {
  arithmetic,
  negative,
  and,
  contained,
  equal,
  not,
  or,
  ordered,
  outcomeOf,
  truthOf,
  alwaysFalse,
  alwaysTrue,
  type Truth,
} from './logic';
import type { Failure } from '../program/failure';

export type AbstractScope = ReadonlyMap<string, Outcome>;
/** Passed around so that macros and the interpreter need not import one another. */
export type Interpret = (node: ASTNode, scope: AbstractScope) => Outcome;

/**
 * Evaluates an expression over values of which only bounds are known. Sound: whatever the undecided fields turn out to
 * be, CEL's own result lies within the outcome. What it cannot follow is unknown, never a guess.
 */
export function interpret(node: ASTNode, scope: AbstractScope): Outcome {
  const run = (inner: ASTNode): Outcome => interpret(inner, scope);
  const both = (next: (left: Value, right: Value) => Outcome, [left, right]: [ASTNode, ASTNode]): Outcome =>
    andThen(run(left), (a) => andThen(run(right), (b) => next(a, b)));

  switch (node.op) {
    case 'value':
      return exactly(node.args);
    case 'id':
      return scope.get(node.args) ?? failed({ message: `Unknown variable: ${node.args}` });
    case '.':
      return andThen(run(node.args[0]), (container) => access(container, exact(node.args[1])));
    case '[]':
      return both(access, node.args);
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return both((left, right) => arithmetic(node.op, left, right), node.args);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return both((left, right) => ordered(node.op, left, right), node.args);
    case '==':
      return both((left, right) => outcomeOf(equal(left, right)), node.args);
    case '!=':
      return both((left, right) => outcomeOf(not(equal(left, right))), node.args);
    case 'in':
      return both(contained, node.args);
    case '-_':
      return andThen(run(node.args), (value) => negative(value) ?? liftOr([value], ([a]) => applyMinus(a)));
    case '!_':
      return outcomeOf(not(truthOf(run(node.args))));
    case '&&':
    case '||':
      return logical(node.op, node.args, scope);
    case '?:':
      return ternary(node.args, scope);
    case 'list':
      return thenAll(node.args.map(run), (values) =>
        sure(listOf(values.map((value) => ({ value, certain: true })))),
      );
    case 'map':
      return mapLiteral(node.args, scope);
    case 'call':
      return called(node.args, scope);
    case 'rcall': {
      const macro = macroIn(node);
      if (macro !== null) return comprehension(macro, scope, interpret);
      const [name, receiver, operands] = node.args;
      return thenAll([receiver, ...operands].map(run), ([first, ...rest]) =>
        first === undefined ? unsure() : method(name, first, rest),
      );
    }
    default:
      return unsure();
  }
}

function logical(operator: '&&' | '||', [left, right]: [ASTNode, ASTNode], scope: AbstractScope): Outcome {
  const first = truthOf(interpret(left, scope));
  const settled = operator === '&&' ? !first.true : !first.false;
  if (settled && first.failure === null) return outcomeOf(first);
  const second = truthOf(interpret(right, scope));
  return outcomeOf(operator === '&&' ? and(first, second) : or(first, second));
}

function ternary([condition, yes, no]: [ASTNode, ASTNode, ASTNode], scope: AbstractScope): Outcome {
  const truth = truthOf(interpret(condition, scope));
  const outcomes = [
    ...(truth.true ? [interpret(yes, scope)] : []),
    ...(truth.false ? [interpret(no, scope)] : []),
    ...(truth.failure === null ? [] : [failed(truth.failure)]),
  ];
  return outcomes.reduce((all, one) => join(all, one));
}

function mapLiteral(pairs: readonly [ASTNode, ASTNode][], scope: AbstractScope): Outcome {
  const parts = pairs.flat().map((part) => interpret(part, scope));
  return thenAll(parts, (values) => {
    const entries = new Map<string, Entry>();
    let allExact = true;
    for (let index = 0; index < values.length; index += 2) {
      const key = values[index];
      const value = values[index + 1];
      if (key?.kind !== 'exact' || value === undefined) return unsure();
      const name = String(key.value);
      // CEL leaves these keys out of a map.
      if (name === '__proto__' || name === 'constructor' || name === 'prototype') continue;
      if (value.kind !== 'exact') allExact = false;
      entries.set(name, { outcome: sure(value), presence: 'yes' });
    }
    if (!allExact) return sure({ kind: 'map', entries });
    return exactly(
      Object.fromEntries(
        [...entries].map(([name, { outcome }]) => [name, outcome.value && choices(outcome.value)?.[0]]),
      ),
    );
  });
}

function called([name, operands]: [string, ASTNode[]], scope: AbstractScope): Outcome {
  const [first] = operands;
  if (name === 'has' && first?.op === '.') {
    const [container, key] = first.args;
    return andThen(interpret(container, scope), (value) => has(value, key));
  }
  return thenAll(
    operands.map((operand) => interpret(operand, scope)),
    (values) => call(name, values),
  );
}

type Body = (node: ASTNode, item: Item) => Outcome;

function all(items: readonly Item[], test: ASTNode, run: Body): Outcome {
  const truth = items.reduce<Truth>((sofar, item) => {
    const here = truthOf(run(test, item));
    return and(sofar, item.certain ? here : { ...here, true: true });
  }, alwaysTrue);
  return outcomeOf(truth);
}

function exists(items: readonly Item[], test: ASTNode, run: Body): Outcome {
  const truth = items.reduce<Truth>((sofar, item) => {
    const here = truthOf(run(test, item));
    return or(sofar, item.certain ? here : { ...here, false: true });
  }, alwaysFalse);
  return outcomeOf(truth);
}

/** Items of which the test holds, may hold, and the failure that may or must happen on the way. */
function sift(
  items: readonly Item[],
  test: ASTNode,
  run: Body,
): { kept: Item[]; failure: Failure | null; must: boolean } {
  const kept: Item[] = [];
  let failure: Failure | null = null;
  for (const item of items) {
    const truth = truthOf(run(test, item));
    failure ??= truth.failure;
    if (!truth.true && !truth.false && item.certain) return { kept, failure: truth.failure, must: true };
    if (truth.true)
      kept.push({ value: item.value, certain: item.certain && !truth.false && truth.failure === null });
  }
  return { kept, failure, must: false };
}

function existsOne(items: readonly Item[], test: ASTNode, run: Body): Outcome {
  const { kept, failure, must } = sift(items, test, run);
  if (must && failure !== null) return failed(failure);
  const certain = kept.filter((item) => item.certain).length;
  return outcomeOf({
    true: certain <= 1 && kept.length >= 1,
    false: !(certain === 1 && kept.length === 1),
    failure,
  });
}

function filter(items: readonly Item[], test: ASTNode, run: Body): Outcome {
  const { kept, failure, must } = sift(items, test, run);
  if (must && failure !== null) return failed(failure);
  return { value: listOf(kept), failure };
}

function map(items: readonly Item[], result: ASTNode, run: Body): Outcome {
  const made: Item[] = [];
  let failure: Failure | null = null;
  for (const item of items) {
    const outcome = run(result, item);
    failure ??= outcome.failure;
    if (outcome.value !== null) made.push({ value: outcome.value, certain: item.certain });
    else if (item.certain) return outcome;
  }
  return { value: listOf(made), failure };
}

function overItems(macro: Macro, items: readonly Item[], run: Body): Outcome {
  const [first, second] = macro.bodies;
  if (first === undefined) throw new Error(`${macro.name}() without a body cannot have been parsed`);
  switch (macro.name) {
    case 'all':
      return all(items, first, run);
    case 'exists':
      return exists(items, first, run);
    case 'exists_one':
      return existsOne(items, first, run);
    case 'filter':
      return filter(items, first, run);
    case 'map':
      if (second === undefined) return map(items, first, run);
      return andThen(filter(items, first, run), (kept) => map(itemsOf(kept) ?? [], second, run));
  }
}

function comprehension(macro: Macro, scope: AbstractScope, interpret: Interpret): Outcome {
  const body: Body = (node, item) => interpret(node, new Map(scope).set(macro.variable, sure(item.value)));
  const over = (value: Value): Outcome => {
    if (value.kind === 'choice') {
      return value.values
        .map((one) => over({ kind: 'exact', value: one }))
        .reduce((sofar, one) => join(sofar, one));
    }
    const list = iterated(value);
    const items = list === null ? null : itemsOf(list);
    if (items !== null) return overItems(macro, items, body);
    return value.kind === 'exact' ? failed(wrongType('a list', value)) : unsure();
  };
  return andThen(interpret(macro.list, scope), over);
}

function fieldOf(container: Value, key: unknown): Outcome {
  if (container.kind === 'map') {
    const entry = container.entries.get(String(key));
    if (entry === undefined) return failed({ message: `No such key: ${String(key)}` });
    return entry.presence === 'maybe' ? { ...unsure(), value: entry.outcome.value } : entry.outcome;
  }
  if (container.kind !== 'list') return unsure();
  if (typeof key !== 'bigint' && typeof key !== 'number')
    return failed({ message: `No such key: ${String(key)}` });
  if (!container.items.every((item) => item.certain)) return unsure();
  const item = container.items[Number(key)];
  return item === undefined
    ? failed({ message: `No such key: index out of bounds, index ${key}` })
    : sure(item.value);
}

function access(container: Value, key: Value): Outcome {
  const lifted = lift([container, key], ([a, b]) => applyAccess(a, b));
  if (lifted !== null) return lifted;
  const keys = choices(key);
  if (keys === null) return unsure();
  return keys.map((one) => fieldOf(container, one)).reduce((all, one) => join(all, one));
}

function has(container: Value, key: string): Outcome {
  if (container.kind !== 'map') return liftOr([container], ([a]) => applyHas(a, key), either);
  const entry = container.entries.get(key);
  if (entry === undefined) return exactly(false);
  if (entry.outcome.value === null) return entry.outcome;
  return entry.presence === 'yes' ? exactly(true) : sure(either);
}

/** What a macro runs over: the items of a list, the keys of a map. */
function iterated(value: Value): Value | null {
  if (value.kind === 'list') return value;
  if (value.kind === 'map') {
    const entries = [...value.entries];
    return listOf(
      entries.map(([key, entry]) => ({
        value: { kind: 'exact', value: key },
        certain: entry.presence !== 'maybe',
      })),
    );
  }
  if (value.kind !== 'exact' || typeof value.value !== 'object' || value.value === null) return null;
  return Array.isArray(value.value) ? value : { kind: 'exact', value: Object.keys(value.value) };
}
