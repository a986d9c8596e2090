import type { ASTNode } from '@marcbachmann/cel-js';
import { isWithin, overBudget } from '../program/budget';
import { childrenOf, macroIn, type Macro } from '../program/names';
import {
  alwaysFalse,
  alwaysTrue,
  and,
  binary,
  call,
  counted,
  lift,
  method,
  negative,
  not,
  or,
  outcomeOf,
  truthOf,
} from './operators';
import {
  andThen,
  choices,
  either,
  exact,
  exactly,
  failed,
  itemsOf,
  join,
  listOf,
  sure,
  thenAll,
  unknown,
  unsure,
  wrongType,
  type Entry,
  type Item,
  type Outcome,
  type Value,
} from './value';
import type { Failure } from '../program/failure';

export type AbstractScope = ReadonlyMap<string, Outcome>;

const binaryOperators = new Set(['+', '-', '*', '/', '%', '<', '<=', '>', '>=', '==', '!=', 'in']);

/** Evaluates over bounds. Sound: whatever open fields turn out to be, CEL's own result lies within. */
export function interpret(node: ASTNode, scope: AbstractScope): Outcome {
  const run = (inner: ASTNode): Outcome => interpret(inner, scope);
  if (binaryOperators.has(node.op)) {
    const operands = childrenOf(node).map(run);
    return thenAll(operands, ([left = unknown, right = unknown]) => binary(node.op, left, right));
  }
  switch (node.op) {
    case 'value':
      return exactly(node.args);
    case 'id':
      return scope.get(node.args) ?? failed({ message: `Unknown variable: ${node.args}` });
    case '.':
      return andThen(run(node.args[0]), (container) => access(container, exact(node.args[1])));
    case '[]':
      return thenAll(node.args.map(run), ([container = unknown, key = unknown]) => access(container, key));
    case '-_':
      return andThen(run(node.args), negative);
    case '!_':
      return outcomeOf(not(truthOf(run(node.args))));
    case '&&':
    case '||': {
      const first = truthOf(run(node.args[0]));
      const settled = node.op === '&&' ? !first.true : !first.false;
      if (settled && first.failure === null) return outcomeOf(first);
      return outcomeOf((node.op === '&&' ? and : or)(first, truthOf(run(node.args[1]))));
    }
    case '?:': {
      const truth = truthOf(run(node.args[0]));
      return join([
        ...(truth.true ? [run(node.args[1])] : []),
        ...(truth.false ? [run(node.args[2])] : []),
        ...(truth.failure === null ? [] : [failed(truth.failure)]),
      ]);
    }
    case 'list':
      return thenAll(node.args.map(run), (values) =>
        sure(listOf(values.map((value) => ({ value, certain: true })))),
      );
    case 'map':
      return thenAll(node.args.flat().map(run), mapLiteral);
    case 'call': {
      const [name, operands] = node.args;
      const [first] = operands;
      if (name === 'has' && first?.op === '.') {
        const [container, key] = first.args;
        return andThen(run(container), (value) => has(value, key));
      }
      return thenAll(operands.map(run), (values) => call(name, values));
    }
    case 'rcall': {
      const macro = macroIn(node);
      if (macro !== null) return andThen(run(macro.list), (list) => comprehension(macro, list, scope));
      const [name, receiver, operands] = node.args;
      return thenAll([receiver, ...operands].map(run), ([first = unknown, ...rest]) =>
        method(name, first, rest),
      );
    }
    default:
      return unsure();
  }
}

function mapLiteral(parts: readonly Value[]): Outcome {
  const entries = new Map<string, Entry>();
  const exactEntries: [string, unknown][] = [];
  for (let index = 0; index < parts.length; index += 2) {
    const key = parts[index];
    const value = parts[index + 1];
    if (key?.kind !== 'exact' || value === undefined) return unsure();
    const name = String(key.value);
    // CEL leaves these keys out of a map.
    if (name === '__proto__' || name === 'constructor' || name === 'prototype') continue;
    entries.set(name, { outcome: sure(value), presence: 'yes' });
    if (value.kind === 'exact') exactEntries.push([name, value.value]);
  }
  const object = Object.fromEntries(exactEntries);
  return Object.keys(object).length === entries.size ? exactly(object) : sure({ kind: 'map', entries });
}

type Body = (node: ASTNode, item: Item) => Outcome;

function quantified(name: 'all' | 'exists', items: readonly Item[], test: ASTNode, run: Body): Outcome {
  const [start, combine] = name === 'all' ? ([alwaysTrue, and] as const) : ([alwaysFalse, or] as const);
  return outcomeOf(
    items.reduce((sofar, item) => combine(sofar, counted(item, truthOf(run(test, item)), start)), start),
  );
}

function filter(items: readonly Item[], test: ASTNode, run: Body): Outcome {
  const kept: Item[] = [];
  let failure: Failure | null = null;
  for (const item of items) {
    const truth = truthOf(run(test, item));
    failure ??= truth.failure;
    if (!truth.true && !truth.false && item.certain) return { value: null, failure };
    const certain = item.certain && !truth.false && truth.failure === null;
    if (truth.true) kept.push({ value: item.value, certain });
  }
  return { value: listOf(kept), failure };
}

function existsOne(kept: readonly Item[]): Outcome {
  const certain = kept.filter((item) => item.certain).length;
  return outcomeOf({
    true: certain <= 1 && kept.length >= 1,
    false: !(certain === 1 && kept.length === 1),
    failure: null,
  });
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

function overItems({ name, bodies }: Macro, items: readonly Item[], run: Body): Outcome {
  const [first, second] = bodies;
  if (first === undefined) throw new Error(`${name}() without a body cannot have been parsed`);
  if (name === 'all' || name === 'exists') return quantified(name, items, first, run);
  if (name === 'map' && second === undefined) return map(items, first, run);
  return andThen(filter(items, first, run), (list) => {
    if (name === 'filter') return sure(list);
    const kept = itemsOf(list) ?? [];
    return second === undefined ? existsOne(kept) : map(kept, second, run);
  });
}

function comprehension(macro: Macro, list: Value, scope: AbstractScope): Outcome {
  if (list.kind === 'choice') return join(list.values.map((one) => comprehension(macro, exact(one), scope)));
  const items = iterated(list);
  if (items === null) return list.kind === 'exact' ? failed(wrongType('a list', list)) : unsure();
  if (!isWithin(items.length, 0)) return failed({ message: overBudget });
  return overItems(macro, items, (node, item) =>
    interpret(node, new Map(scope).set(macro.variable, sure(item.value))),
  );
}

function iterated(value: Value): readonly Item[] | null {
  if (value.kind === 'map') {
    return [...value.entries].map(([key, { presence }]) => ({
      value: exact(key),
      certain: presence !== 'maybe',
    }));
  }
  const items = itemsOf(value);
  if (items !== null || value.kind !== 'exact') return items;
  if (typeof value.value !== 'object' || value.value === null) return null;
  return itemsOf(exact(Object.keys(value.value)));
}

function access(container: Value, key: Value): Outcome {
  const lifted = lift('a0[a1]', [container, key]);
  if (lifted !== null) return lifted;
  const keys = choices(key);
  return keys === null ? unsure() : join(keys.map((one) => fieldOf(container, one)));
}

function fieldOf(container: Value, key: unknown): Outcome {
  const missing = failed({ message: `No such key: ${String(key)}` });
  if (container.kind === 'map') {
    const entry = container.entries.get(String(key));
    if (entry === undefined) return missing;
    return entry.presence === 'maybe' ? { ...unsure(), value: entry.outcome.value } : entry.outcome;
  }
  if (container.kind !== 'list') return unsure();
  if (typeof key !== 'bigint' && typeof key !== 'number') return missing;
  if (!container.items.every((item) => item.certain)) return unsure();
  const item = container.items[Number(key)];
  return item === undefined ? missing : sure(item.value);
}

function has(container: Value, key: string): Outcome {
  if (container.kind !== 'map') return lift(`has(a0.${key})`, [container]) ?? unsure(either);
  const entry = container.entries.get(key);
  if (entry === undefined) return exactly(false);
  if (entry.outcome.value === null) return entry.outcome;
  return entry.presence === 'yes' ? exactly(true) : sure(either);
}
