import type { ASTNode } from '@marcbachmann/cel-js';
import { macroIn } from '../macros';
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
} from './abstract';
import { access, has } from './access';
import { applyMinus } from './apply';
import { arithmetic, negative } from './arithmetic';
import { call, method } from './calls';
import { comprehension } from './comprehension';
import { choices, join, liftOr } from './join';
import { and, contained, equal, not, or, ordered, outcomeOf, truthOf } from './logic';
import type { AbstractScope } from './scope';

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
