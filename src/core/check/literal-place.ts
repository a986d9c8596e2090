import type { ASTNode } from '@marcbachmann/cel-js';
import { joinPath, type Path } from '../model/path';

/** A place that an expression names outright, such as `output.rules[0].score` or `derived.total`. */
export type LiteralPlace = { root: 'output'; path: Path } | { root: 'derived'; name: string };

export function literalPlace(node: ASTNode): LiteralPlace | null {
  const keys: (string | number)[] = [];
  let here = node;
  while (here.op === '.' || here.op === '[]') {
    const key = here.op === '.' ? here.args[1] : literalKey(here.args[1]);
    if (key === null) return null;
    keys.unshift(key);
    here = here.args[0];
  }
  const [first, ...more] = keys;
  if (here.op !== 'id' || first === undefined) return null;
  if (here.args === 'output') return { root: 'output', path: keys.reduce<Path>(joinPath, '') };
  if (here.args !== 'derived' || typeof first !== 'string' || more.length > 0) return null;
  return { root: 'derived', name: first };
}

function literalKey(node: ASTNode): string | number | null {
  if (node.op !== 'value') return null;
  if (typeof node.args === 'string') return node.args;
  return typeof node.args === 'bigint' ? Number(node.args) : null;
}
