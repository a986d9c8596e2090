import type { Rubric } from '../rubric';
import type { ASTNode } from '@marcbachmann/cel-js';
import type { OutputSchema } from '../output-schema';
import { joinPath, type Path } from '../path';
import type { Failure } from './failure';
import { alternatives, stepInto } from '../shape/fields';

type Root = 'input' | 'facts' | 'output' | 'derived';

/** What exists where an expression stands. A root that is left out may not be used there. */
export interface Declared {
  input?: ReadonlySet<string>;
  facts?: ReadonlySet<string>;
  derived?: ReadonlySet<string>;
  output?: OutputSchema;
}

/** Everything that a rubric declares. */
export function declaredIn(rubric: Rubric): Required<Declared> {
  return {
    input: new Set(rubric.inputs.map(({ name }) => name)),
    facts: new Set(Object.keys(rubric.facts)),
    derived: new Set(Object.keys(rubric.derived)),
    output: rubric.output,
  };
}

/** What an expression reads, as far as it can be seen without running it. */
export interface Names {
  roots: ReadonlySet<Root>;
  /** Read as a whole, or by a name that is only known at run time. */
  whole: ReadonlySet<Root>;
  input: ReadonlySet<string>;
  facts: ReadonlySet<string>;
  derived: ReadonlySet<string>;
  /** The longest literal paths; one that ends early stands for everything below it. */
  output: ReadonlySet<Path>;
}

type Key = string | number | null;
type Schemas = readonly OutputSchema[] | null;
const deepestMacro = 3;

function literalKey(node: ASTNode): Key {
  if (node.op !== 'value') return null;
  if (typeof node.args === 'string') return node.args;
  return typeof node.args === 'bigint' || typeof node.args === 'number' ? Number(node.args) : null;
}

function isRoot(name: string): name is Root {
  return name === 'input' || name === 'facts' || name === 'output' || name === 'derived';
}

function fieldsOf(schemas: readonly OutputSchema[]): string {
  const names = schemas
    .flatMap(alternatives)
    .flatMap((schema) => ('properties' in schema ? Object.keys(schema.properties) : []));
  return names.length === 0 ? 'nothing below it' : names.join(', ');
}

class Reader {
  readonly roots = new Set<Root>();
  readonly whole = new Set<Root>();
  readonly input = new Set<string>();
  readonly facts = new Set<string>();
  readonly derived = new Set<string>();
  readonly output = new Set<Path>();
  readonly failures: Failure[] = [];
  readonly #declared: Declared;

  constructor(declared: Declared) {
    this.#declared = declared;
  }

  /** Gives the shapes the node can have, where it is a place in the output. */
  visit(node: ASTNode, locals: ReadonlyMap<string, Schemas>, depth: number): Schemas {
    if (node.op === '.' || node.op === '[]' || node.op === 'id') return this.#access(node, locals, depth);
    const macro = macroIn(node);
    if (macro !== null) {
      if (depth === deepestMacro)
        this.#fail(node, `expected at most ${deepestMacro} list macros inside one another`);
      const list = this.visit(macro.list, locals, depth);
      const items = list === null ? null : stepInto(list, null);
      const inner = new Map(locals).set(macro.variable, items);
      for (const body of macro.bodies) this.visit(body, inner, depth + 1);
      return macro.name === 'filter' ? list : null;
    }
    if (node.op === 'rcall' && node.args[0] === 'matches') {
      this.#fail(
        node,
        'matches() is not available: a regular expression can hang the page; use contains() or facts',
      );
    }
    for (const child of childrenOf(node)) this.visit(child, locals, depth);
    return null;
  }

  #fail(node: ASTNode, message: string): void {
    this.failures.push({ message, position: node.start });
  }

  #access(node: ASTNode, locals: ReadonlyMap<string, Schemas>, depth: number): Schemas {
    const keys: Key[] = [];
    let here = node;
    while (here.op === '.' || here.op === '[]') {
      if (here.op === '.') keys.unshift(here.args[1]);
      else {
        keys.unshift(literalKey(here.args[1]));
        this.visit(here.args[1], locals, depth);
      }
      here = here.args[0];
    }
    if (here.op !== 'id') return this.#walk(node, 'this value', this.visit(here, locals, depth), keys);
    const name = here.args;
    const local = locals.get(name);
    if (local !== undefined) return this.#walk(node, name, local, keys);
    if (!isRoot(name)) {
      this.#fail(here, `expected input, facts, output or derived, got ${name}`);
      return null;
    }
    this.roots.add(name);
    return name === 'output' ? this.#outputPath(node, keys) : this.#named(node, name, keys[0]);
  }

  #outputPath(node: ASTNode, keys: readonly Key[]): Schemas {
    const schema = this.#declared.output;
    if (schema === undefined) {
      this.#fail(node, 'output is not known here: only input and facts can be used');
      return null;
    }
    const dynamic = keys.indexOf(null);
    const literal = dynamic === -1 ? keys : keys.slice(0, dynamic);
    this.output.add(literal.reduce<Path>((path, key) => joinPath(path, key ?? ''), ''));
    return this.#walk(node, 'output', [schema], keys);
  }

  #walk(node: ASTNode, start: string, from: Schemas, keys: readonly Key[]): Schemas {
    if (from === null) return null;
    let place = start;
    let schemas = from;
    for (const key of keys) {
      const next = stepInto(schemas, key);
      if (next.length === 0) {
        this.#fail(node, `${place} has no ${key ?? 'places to index'}; it has ${fieldsOf(schemas)}`);
        return null;
      }
      place = `${place}.${key ?? '*'}`;
      schemas = next;
    }
    return schemas;
  }

  #named(node: ASTNode, root: 'input' | 'facts' | 'derived', key: Key | undefined): null {
    const names = this.#declared[root];
    if (typeof key !== 'string') this.whole.add(root);
    if (names === undefined) this.#fail(node, `${root} is not known here`);
    else if (typeof key === 'string') {
      if (!names.has(key)) {
        const known = names.size === 0 ? 'none' : [...names].join(', ');
        this.#fail(node, `${root}.${key} is not declared; declared are: ${known}`);
      }
      this[root].add(key);
    } else if (root === 'derived') {
      this.#fail(node, 'expected derived followed by a declared name, such as derived.total');
    }
    return null;
  }
}

export function readNames(ast: ASTNode, declared: Declared): { names: Names; failures: Failure[] } {
  const reader = new Reader(declared);
  reader.visit(ast, new Map(), 0);
  return { names: reader, failures: reader.failures };
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
