import type { ASTNode } from '@marcbachmann/cel-js';
import { fieldLabel, type Rubric } from '../rubric';
import { rubricEnvironment } from '../program/environment';
import { isCelError } from '../program/failure';
import { accessIn, childrenOf } from '../program/names';
import { alternatives, isNumberSchema, schemasAt } from '../shape/fields';
import type { Path } from '../path';

/** A number in a rubric's totals or verdicts that a person may turn without judging again. */
export interface Knob {
  /** The expression and the place in it: `derived.verdict:58`. Holds for this rubric only. */
  id: string;
  where: string;
  label: string;
  /** `weight`: a factor. `threshold`: one side of a comparison. */
  role: 'weight' | 'threshold' | 'other';
  /** What is weighed or compared: a name people know, or the expression's own words. Null where that is nothing in particular. */
  about: string | null;
  /** Of a threshold, read from `about` to the number: Total `<` 55. */
  comparison: Comparison | null;
  value: number;
  /** Where a factor of 1 is only understood: `a + b` weighs both alike. `mean`: so does `mean([a, b])`, by the share of the whole. */
  implicit: 'addend' | 'mean' | null;
  /** In the source of the expression: the number, or the addend that would get a factor. */
  start: number;
  end: number;
}

type Comparison = keyof typeof flipped;

/** As seen from the other side: 55 > total is total < 55. */
const flipped = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' } as const;

function isComparison(op: string): op is Comparison {
  return Object.hasOwn(flipped, op);
}

export interface KnobSource {
  where: string;
  label: string;
  source: string;
}

export function knobSources({ derived, headline }: Rubric): KnobSource[] {
  const label = headline.label ?? 'headline';
  return [
    ...Object.entries(derived).map(([name, given]) => ({
      where: `derived.${name}`,
      label: typeof given === 'string' ? name : given.label,
      source: typeof given === 'string' ? given : given.value,
    })),
    { where: 'headline.value', label, source: headline.value },
    ...(headline.verdict === undefined
      ? []
      : [{ where: 'headline.verdict', label, source: headline.verdict }]),
  ];
}

/** In the order of the rubric. A rubric that does not compile has none. */
export function knobsOf(rubric: Rubric): Knob[] {
  try {
    return knobSources(rubric).flatMap((from) =>
      knobsIn(rubric, from).toSorted((one, other) => one.start - other.start),
    );
  } catch (error) {
    if (isCelError(error)) return [];
    throw error;
  }
}

type Role = Pick<Knob, 'role' | 'about' | 'comparison'>;
const other: Role = { role: 'other', about: null, comparison: null };

function knobsIn(rubric: Rubric, { where, label, source }: KnobSource): Knob[] {
  const knobs: Knob[] = [];
  const add = ({ start, end }: ASTNode, found: Role & Pick<Knob, 'value' | 'implicit'>) =>
    knobs.push({ id: `${where}:${start}`, where, label, ...found, start, end });

  /** A literal, its sign included. Null for anything else. */
  const numberIn = (node: ASTNode): number | null => {
    if (node.op === '-_') {
      const isSign = /^-\s*\d/.test(source.slice(node.start, node.end)) && node.args.op === 'value';
      const inner = isSign ? numberIn(node.args) : null;
      return inner === null ? null : -inner;
    }
    if (node.op !== 'value') return null;
    return typeof node.args === 'number' || typeof node.args === 'bigint' ? Number(node.args) : null;
  };

  const wordsFor = (node: ASTNode): string => {
    const place = literalPlace(node);
    if (place?.root === 'output') return fieldLabel(rubric, place.path);
    if (place === null) return source.slice(node.start, node.end).replace(/\s+/g, ' ');
    const derived = rubric.derived[place.name];
    return derived === undefined || typeof derived === 'string' ? place.name : derived.label;
  };

  const visit = (node: ASTNode, role: Role): void => {
    const number = numberIn(node);
    if (number !== null) {
      add(node, { ...role, value: number, implicit: null });
      return;
    }
    if (node.op === '*' || isComparison(node.op)) {
      const [left, right] = childrenOf(node);
      const { op } = node;
      const roleOf = (opposite: ASTNode, comparison: Comparison | null): Role => ({
        role: comparison === null ? 'weight' : 'threshold',
        about: wordsFor(opposite),
        comparison,
      });
      if (left === undefined || right === undefined) return;
      visit(left, roleOf(right, op === '*' ? null : flipped[op]));
      visit(right, roleOf(left, op === '*' ? null : op));
      return;
    }
    if (node.op === '[]' && numberIn(node.args[1]) !== null) {
      // A place in a list is no quantity.
      visit(node.args[0], other);
      return;
    }
    for (const [weighed, implicit] of weighedIn(node)) {
      if (literalPlace(weighed) === null || !givesNumber(rubric, weighed)) continue;
      add(weighed, { role: 'weight', about: wordsFor(weighed), comparison: null, value: 1, implicit });
    }
    // The number of decimals of `round` is no quantity either.
    const isRound = node.op === 'call' && node.args[0] === 'round';
    for (const child of isRound ? node.args[1].slice(0, 1) : childrenOf(node)) visit(child, other);
  };

  visit(rubricEnvironment.parse(source).ast, other);
  return knobs;
}

/** What is added or averaged, and so has a weight of 1 that is not written. */
function weighedIn(node: ASTNode): [node: ASTNode, implicit: 'addend' | 'mean'][] {
  if (node.op === '+' || node.op === '-') return node.args.map((side) => [side, 'addend']);
  if (node.op !== 'call') return [];
  const [name, [list]] = node.args;
  if (list?.op !== 'list' || (name !== 'sum' && name !== 'mean')) return [];
  return list.args.map((item) => [item, name === 'sum' ? 'addend' : 'mean']);
}

const numericCalls = new Set(['sum', 'mean', 'min', 'max', 'round', 'size', 'sentences', 'hangul_share']);

/** Whether an expression gives a number for sure, as far as it can be seen without running it: `+` also joins texts. */
function givesNumber(rubric: Rubric, node: ASTNode, above: ReadonlySet<string> = new Set()): boolean {
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
    return shapes.length > 0 && shapes.every(isNumberSchema);
  }
  const derived = Object.hasOwn(rubric.derived, place.name) ? rubric.derived[place.name] : undefined;
  if (derived === undefined || above.has(place.name)) return false;
  if (typeof derived !== 'string' && derived.max !== undefined) return true;
  const { ast } = rubricEnvironment.parse(typeof derived === 'string' ? derived : derived.value);
  return givesNumber(rubric, ast, new Set(above).add(place.name));
}

/** A place that an expression names outright, such as `output.rules[0].score` or `derived.total`. */
type LiteralPlace = { root: 'output'; path: Path } | { root: 'derived'; name: string };

function literalPlace(node: ASTNode): LiteralPlace | null {
  const { base, keys } = accessIn(node);
  const [first] = keys;
  if (base.op !== 'id' || first === undefined || keys.includes(null)) return null;
  if (base.args === 'output') return { root: 'output', path: keys.join('.') };
  if (base.args !== 'derived' || typeof first !== 'string' || keys.length > 1) return null;
  return { root: 'derived', name: first };
}
