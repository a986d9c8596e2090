import type { ASTNode } from '@marcbachmann/cel-js';
import type { Rubric } from '../model/rubric';
import { rubricEnvironment } from './environment';
import { alternatives, schemasAt } from './fits-schema';
import { literalPlace } from './literal-place';

const numericCalls = new Set(['sum', 'mean', 'min', 'max', 'round', 'size', 'sentences', 'hangul_share']);

/** Whether an expression gives a number for sure, as far as it can be seen without running it: `+` also joins texts. */
export function givesNumber(rubric: Rubric, node: ASTNode, above: ReadonlySet<string> = new Set()): boolean {
  const both = (nodes: readonly ASTNode[]) => nodes.every((one) => givesNumber(rubric, one, above));
  switch (node.op) {
    case 'value':
      return typeof node.args === 'number' || typeof node.args === 'bigint';
    case '-_':
      return givesNumber(rubric, node.args, above);
    case '-':
    case '*':
    case '/':
    case '%':
      return true;
    case '+':
      return both(node.args);
    case '?:':
      return both(node.args.slice(1));
    case 'call':
      return numericCalls.has(node.args[0]);
    case '.':
    case '[]':
      return isNumericPlace(rubric, node, above);
    default:
      return false;
  }
}

function isNumericPlace(rubric: Rubric, node: ASTNode, above: ReadonlySet<string>): boolean {
  const place = literalPlace(node);
  if (place === null) return false;
  if (place.root === 'output') {
    const shapes = schemasAt(rubric.output, place.path).flatMap(alternatives);
    return (
      shapes.length > 0 &&
      shapes.every((shape) => 'type' in shape && ['integer', 'number'].includes(shape.type))
    );
  }
  const derived = Object.hasOwn(rubric.derived, place.name) ? rubric.derived[place.name] : undefined;
  if (derived === undefined || above.has(place.name)) return false;
  if (typeof derived !== 'string' && derived.max !== undefined) return true;
  const { ast } = rubricEnvironment.parse(typeof derived === 'string' ? derived : derived.value);
  return givesNumber(rubric, ast, new Set(above).add(place.name));
}
