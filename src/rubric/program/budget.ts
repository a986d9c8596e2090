import { EvaluationError, type ASTNode } from '@marcbachmann/cel-js';
import { childrenOf, macroIn } from './names';

interface Budget {
  turns: number;
  characters: number;
}

/** What one expression may cost. Ours need a few thousand of each; beyond this a stranger's would stop the page. */
const perExpression: Budget = { turns: 50_000, characters: 20_000_000 };
/** All expressions over one case together: a file has room for thousands of them. */
const perCase: Budget = { turns: 200_000, characters: 100_000_000 };

/** The library cannot be interrupted, so the work is counted. Expressions run one at a time, in one go. */
const left = { ofCase: { ...perCase }, ofExpression: { ...perExpression } };

export function beginCase(): void {
  left.ofCase = { ...perCase };
}
export function beginExpression(): void {
  left.ofExpression = { ...perExpression };
}

/** Stays spent: what swallows one failure, as `exists` does, meets the next at once. */
export function isWithin(turns: number, characters: number): boolean {
  const budgets = [left.ofCase, left.ofExpression];
  for (const budget of budgets) {
    budget.turns -= turns;
    budget.characters -= characters;
  }
  return budgets.every((budget) => budget.turns >= 0 && budget.characters >= 0);
}

export const overBudget =
  'it takes too long: more than 50,000 turns through lists, or 20 million characters of text; make it simpler';

function spend(turns: number, characters: number): void {
  if (!isWithin(turns, characters)) throw new EvaluationError(overBudget);
}

/** For `spent_turns(list)`: counted before the list is walked. */
export function spendTurns(value: unknown): unknown {
  spend(sizeOf(value), 0);
  return value;
}
/** For `spent_text(value)`: a function reads all of a text. */
export function spendText(value: unknown): unknown {
  spend(0, sizeOf(value));
  return value;
}

export function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 1;
}

/** The expression with its work counted. Null where it walks no list: its length is then limit enough. */
export function countedSource(ast: ASTNode): string | null {
  return hasMacro(ast) ? write(ast) : null;
}

function hasMacro(node: ASTNode): boolean {
  return macroIn(node) !== null || childrenOf(node).some(hasMacro);
}

/** Everything is in parentheses: the tree no longer knows where its author had put some. */
function write(node: ASTNode): string {
  const macro = macroIn(node);
  if (macro) {
    const inner = [macro.variable, ...macro.bodies.map(write)].join(', ');
    return `spent_turns(${write(macro.list)}).${macro.name}(${inner})`;
  }
  switch (node.op) {
    case 'value':
      return node.input.slice(node.start, node.end);
    case 'id':
      return node.args;
    case '.':
      return `${write(node.args[0])}.${node.args[1]}`;
    case '[]':
      return `${write(node.args[0])}[${write(node.args[1])}]`;
    case '!_':
      return `!(${write(node.args)})`;
    case '-_':
      return `-(${write(node.args)})`;
    case '?:':
      return `(${write(node.args[0])} ? ${write(node.args[1])} : ${write(node.args[2])})`;
    case 'list':
      return `[${node.args.map(write).join(', ')}]`;
    case 'map':
      return `{${node.args.map(([key, value]) => `${write(key)}: ${write(value)}`).join(', ')}}`;
    case 'call': {
      const [name, operands] = node.args;
      return `${name}(${operands.map(name === 'has' || name === 'dyn' ? write : asText).join(', ')})`;
    }
    case 'rcall': {
      const [name, receiver, operands] = node.args;
      return `${asText(receiver)}.${name}(${operands.map(asText).join(', ')})`;
    }
    default: {
      const [first, second] = childrenOf(node).map(write);
      const both = `(${first} ${node.op} ${second})`;
      return node.op === '+' ? `spent_text${both}` : both;
    }
  }
}

/** Functions read all of a text. */
function asText(node: ASTNode): string {
  return node.op === 'value' ? write(node) : `spent_text(${write(node)})`;
}
