import { criterionPath, type Level, type Rubric } from '../rubric';
import type { ASTNode } from '@marcbachmann/cel-js';
import type { OutputSchema } from '../output-schema';
import type { Path } from '../path';
import type { Failure } from './failure';
import { alternatives, stepInto } from '../shape/fields';

const roots = ['input', 'facts', 'output', 'derived', 'stated'] as const;
type Root = (typeof roots)[number];

export interface Declared {
  input?: ReadonlySet<string>;
  facts?: ReadonlySet<string>;
  derived?: ReadonlySet<string>;
  /** Only statements have it: the numbers that their templates read. */
  stated?: ReadonlySet<string>;
  output?: OutputSchema;
  /** `worth.<criterion>` by the expression that gives the value of the chosen label. */
  worth?: ReadonlyMap<string, string>;
}

/** Where every level of a criterion has a value, the chosen label is worth it. */
function worthOf({ criteria }: Rubric): Map<string, string> {
  return new Map(
    criteria.flatMap((criterion): [string, string][] => {
      const { id, levels } = criterion;
      const worth = levels.flatMap(({ at, value }) => (value === undefined ? [] : [{ at, value }]));
      const [last, ...others] = worth.toReversed();
      if (!last || worth.length < levels.length) return [];
      const field = `output.${criterionPath(criterion).replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]')}`;
      const test = (at: Level['at']): string =>
        typeof at === 'object'
          ? `${field} >= ${at[0]} && ${field} <= ${at[1]}`
          : `${field} == ${JSON.stringify(at)}`;
      return [
        [
          id,
          others.reduce((rest, { at, value }) => `(${test(at)} ? ${value} : ${rest})`, String(last.value)),
        ],
      ];
    }),
  );
}

export function declaredIn(rubric: Rubric): Required<Omit<Declared, 'stated'>> {
  return {
    input: new Set([...rubric.inputs, ...(rubric.run_inputs ?? [])].map(({ name }) => name)),
    facts: new Set(Object.keys(rubric.facts)),
    derived: new Set(Object.keys(rubric.derived)),
    output: rubric.output,
    worth: worthOf(rubric),
  };
}

/** What an expression reads, as far as it can be seen without running it. */
export interface Names {
  roots: ReadonlySet<Root>;
  /** All of them where one is read by a name that is only known at run time. */
  facts: ReadonlySet<string>;
  derived: ReadonlySet<string>;
  /** The longest literal paths; one that ends early stands for everything below it. */
  output: ReadonlySet<Path>;
}

/** Null: only known at run time. */
type Key = string | number | null;
type Schemas = readonly OutputSchema[] | null;
const deepestMacro = 3;

function literalKey(node: ASTNode): Key {
  if (node.op !== 'value') return null;
  if (typeof node.args === 'string') return node.args;
  return typeof node.args === 'bigint' || typeof node.args === 'number' ? Number(node.args) : null;
}

export function accessIn(node: ASTNode): { base: ASTNode; keys: Key[]; indexes: ASTNode[] } {
  if (node.op !== '.' && node.op !== '[]') return { base: node, keys: [], indexes: [] };
  const { base, keys, indexes } = accessIn(node.args[0]);
  if (node.op === '.') return { base, keys: [...keys, node.args[1]], indexes };
  return { base, keys: [...keys, literalKey(node.args[1])], indexes: [...indexes, node.args[1]] };
}

function isRoot(name: string): name is Root {
  return roots.some((root) => root === name);
}

function fieldsOf(schemas: readonly OutputSchema[]): string {
  const names = schemas
    .flatMap(alternatives)
    .flatMap((schema) => ('properties' in schema ? Object.keys(schema.properties) : []));
  return names.length === 0 ? 'nothing below it' : names.join(', ');
}

export function readNames(ast: ASTNode, declared: Declared): { names: Names; failures: Failure[] } {
  const read = new Set<Root>();
  const facts = new Set<string>();
  const derived = new Set<string>();
  const output = new Set<Path>();
  const failures: Failure[] = [];
  const fail = (node: ASTNode, message: string): null => {
    failures.push({ message, position: node.start });
    return null;
  };

  /** Gives the shapes the node can have, where it is a place in the output. */
  const visit = (node: ASTNode, locals: ReadonlyMap<string, Schemas>, depth: number): Schemas => {
    if (node.op === '.' || node.op === '[]' || node.op === 'id') {
      const { base, keys, indexes } = accessIn(node);
      for (const index of indexes) visit(index, locals, depth);
      if (base.op !== 'id') return below(node, 'this value', visit(base, locals, depth), keys);
      const local = locals.get(base.args);
      if (local !== undefined) return below(node, base.args, local, keys);
      if (!isRoot(base.args)) return fail(base, `expected input, facts, output or derived, got ${base.args}`);
      read.add(base.args);
      return base.args === 'output' ? inOutput(node, keys) : named(node, base.args, keys[0]);
    }
    const macro = macroIn(node);
    if (macro !== null) {
      if (depth === deepestMacro)
        fail(node, `expected at most ${deepestMacro} list macros inside one another`);
      const list = visit(macro.list, locals, depth);
      const inner = new Map(locals).set(macro.variable, list && stepInto(list, null));
      for (const body of macro.bodies) visit(body, inner, depth + 1);
      return macro.name === 'filter' ? list : null;
    }
    if (node.op === 'rcall' && node.args[0] === 'matches') {
      const message =
        'matches() is not available: a regular expression can hang the page; use contains() or facts';
      fail(node, message);
    }
    for (const child of childrenOf(node)) visit(child, locals, depth);
    return null;
  };

  const inOutput = (node: ASTNode, keys: readonly Key[]): Schemas => {
    if (declared.output === undefined)
      return fail(node, 'output is not known here: only input and facts can be used');
    const dynamic = keys.indexOf(null);
    const literal = dynamic === -1 ? keys : keys.slice(0, dynamic);
    output.add(literal.join('.'));
    return below(node, 'output', [declared.output], keys);
  };

  const below = (node: ASTNode, start: string, from: Schemas, keys: readonly Key[]): Schemas => {
    let place = start;
    let schemas = from;
    for (const key of keys) {
      if (schemas === null) return null;
      const next = stepInto(schemas, key);
      if (next.length === 0)
        return fail(node, `${place} has no ${key ?? 'places to index'}; it has ${fieldsOf(schemas)}`);
      place = `${place}.${key ?? '*'}`;
      schemas = next;
    }
    return schemas;
  };

  const named = (node: ASTNode, root: Exclude<Root, 'output'>, key: Key | undefined): null => {
    const known = declared[root];
    if (known === undefined) return fail(node, `${root} is not known here`);
    if (root === 'facts') for (const fact of typeof key === 'string' ? [key] : known) facts.add(fact);
    if (typeof key !== 'string') {
      if (root !== 'derived') return null;
      return fail(node, 'expected derived followed by a declared name, such as derived.total');
    }
    if (root === 'derived') derived.add(key);
    if (known.has(key)) return null;
    const list = known.size === 0 ? 'none' : [...known].join(', ');
    return fail(node, `${root}.${key} is not declared; declared are: ${list}`);
  };

  visit(ast, new Map(), 0);
  return { names: { roots: read, facts, derived, output }, failures };
}

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
