import type { ASTNode } from '@marcbachmann/cel-js';

const macroNames = ['all', 'exists', 'exists_one', 'map', 'filter'] as const;
type MacroName = (typeof macroNames)[number];

/** `list.name(variable, …bodies)`. `map` may have a condition before its result. */
export interface Macro {
  name: MacroName;
  list: ASTNode;
  variable: string;
  bodies: ASTNode[];
}

export function macroIn(node: ASTNode): Macro | null {
  if (node.op !== 'rcall') return null;
  const [called, list, [first, ...bodies]] = node.args;
  const name = macroNames.find((known) => known === called);
  if (name === undefined || first?.op !== 'id') return null;
  if (bodies.length !== 1 && !(name === 'map' && bodies.length === 2)) return null;
  return { name, list, variable: first.args, bodies };
}

/** The nodes directly below, the bodies of macros included. */
export function childrenOf(node: ASTNode): ASTNode[] {
  switch (node.op) {
    case 'value':
    case 'id':
      return [];
    case '.':
    case '.?':
      return [node.args[0]];
    case 'call':
      return node.args[1];
    case 'rcall':
      return [node.args[1], ...node.args[2]];
    case 'map':
      return node.args.flat();
    case '!_':
    case '-_':
      return [node.args];
    default:
      return node.args;
  }
}
