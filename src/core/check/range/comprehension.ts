import type { ASTNode } from '@marcbachmann/cel-js';
import type { Failure } from '../failure';
import type { Macro } from '../macros';
import {
  failed,
  itemsOf,
  listOf,
  sure,
  andThen,
  unsure,
  wrongType,
  type Item,
  type Outcome,
  type Value,
} from './abstract';
import { iterated } from './access';
import { join } from './join';
import { alwaysFalse, alwaysTrue, and, or, outcomeOf, truthOf, type Truth } from './logic';
import type { AbstractScope, Interpret } from './scope';

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

export function comprehension(macro: Macro, scope: AbstractScope, interpret: Interpret): Outcome {
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
