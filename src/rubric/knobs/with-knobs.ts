import type { Known } from '../values';
import type { DecidedRule, Rubric } from '../rubric';
import { compileRubric } from '../program/compile-rubric';
import type { ExpressionProblem } from '../program/failure';
import { knobSources, knobsOf, type Knob } from './knobs';
import type { Assessment, RubricProgram } from '../program/rubric-program';
import { declaredIn, readNames, childrenOf, type Names } from '../program/names';
import { overlaps } from '../range/from-schema';
import type { ASTNode } from '@marcbachmann/cel-js';
import { rubricEnvironment } from '../program/environment';
import type { ObjectSchema, OutputSchema } from '../output-schema';
import { joinPath, type Path } from '../path';

/** A rubric under which stored replies are looked at anew. It is not for asking: judges answered the rubric as it was. */
export interface Reweighed {
  ok: true;
  rubric: Rubric;
  program: RubricProgram;
  touched: Touched;
}

export type KnobProblem =
  | { kind: 'unknown-knob'; knob: string }
  | { kind: 'not-a-number'; knob: string; value: number }
  /** The weights of a mean add up to nothing, or to less. */
  | { kind: 'no-weight-left'; where: string }
  | { kind: 'expression'; problem: ExpressionProblem };

/** Turns knobs, by their ids. A value that is the knob's own changes nothing, not even a letter. */
export function withKnobs(
  rubric: Rubric,
  changes: Readonly<Record<string, number>>,
): Reweighed | { ok: false; problems: KnobProblem[] } {
  const original = originalOf(rubric);
  if (!original.ok) return refused(original.problems);
  const { turns, problems } = turnsFor(original.knobs, changes);
  const sources = new Map<string, string>();
  for (const { where, source } of knobSources(rubric)) {
    const here = turns.filter(({ knob }) => knob.where === where);
    if (here.length === 0) continue;
    const text = rewrite(source, here);
    if (text === null) problems.push({ kind: 'no-weight-left', where });
    else sources.set(where, text);
  }
  if (problems.length > 0) return { ok: false, problems };
  if (sources.size === 0) {
    return { ok: true, rubric, program: original.program, touched: touchedBy(rubric, []) };
  }

  const changed = Object.keys(rubric.derived).filter((name) => sources.has(`derived.${name}`));
  const touched = touchedBy(rubric, changed);
  const reworded = withSources(rubric, sources, touched);
  const compiled = compileRubric(reworded);
  if (!compiled.ok) return refused(compiled.problems);
  const { program } = compiled;
  const scaled = withMaxima(reworded, original.most, mostOf(program));
  return { ok: true, rubric: scaled, program, touched };
}

type Original =
  | { ok: true; program: RubricProgram; knobs: readonly Knob[]; most: Assessment }
  | { ok: false; problems: ExpressionProblem[] };

/** Rubrics are never changed in place, and one is turned again and again. */
const originals = new WeakMap<Rubric, Original>();

function originalOf(rubric: Rubric): Original {
  const known = originals.get(rubric);
  if (known) return known;
  const compiled = compileRubric(rubric);
  const original: Original = compiled.ok
    ? { ...compiled, knobs: knobsOf(rubric), most: mostOf(compiled.program) }
    : compiled;
  originals.set(rubric, original);
  return original;
}

function refused(problems: readonly ExpressionProblem[]): { ok: false; problems: KnobProblem[] } {
  return { ok: false, problems: problems.map((problem) => ({ kind: 'expression', problem })) };
}

function turnsFor(
  offered: readonly Knob[],
  changes: Readonly<Record<string, number>>,
): { turns: Turn[]; problems: KnobProblem[] } {
  const knobs = new Map(offered.map((knob) => [knob.id, knob]));
  const turns: Turn[] = [];
  const problems: KnobProblem[] = [];
  for (const [id, value] of Object.entries(changes)) {
    const knob = knobs.get(id);
    if (knob === undefined) problems.push({ kind: 'unknown-knob', knob: id });
    else if (!Number.isFinite(value)) problems.push({ kind: 'not-a-number', knob: id, value });
    else if (value !== knob.value) turns.push({ knob, value });
  }
  return { turns, problems };
}

function withSources(rubric: Rubric, sources: ReadonlyMap<string, string>, touched: Touched): Rubric {
  const derived = Object.entries(rubric.derived).map(([name, given]): [string, typeof given] => {
    const value = sources.get(`derived.${name}`);
    if (value === undefined) return [name, given];
    return [name, typeof given === 'string' ? value : { ...given, value }];
  });
  const verdict = sources.get('headline.verdict');
  return {
    ...rubric,
    derived: Object.fromEntries(derived),
    headline: {
      ...rubric.headline,
      value: sources.get('headline.value') ?? rubric.headline.value,
      ...(verdict === undefined ? {} : { verdict }),
    },
    decided: withoutFixedReasons(rubric, touched),
    output: loosenShape(rubric.output, touched.rules),
  };
}

/** A reason that reads nothing was worded for the numbers as they were: "below 55 points". */
function withoutFixedReasons(rubric: Rubric, { rules }: Touched): Rubric['decided'] {
  const namesIn = nameReader(rubric);
  const entries = Object.entries(rubric.decided).map(([path, rule]): [string, DecidedRule] => {
    if (!rules.has(path) || typeof rule === 'string' || rule.because === undefined) return [path, rule];
    const { because, ...rest } = rule;
    return [path, namesIn(because).roots.size === 0 ? rest : rule];
  });
  return Object.fromEntries(entries);
}

/** Everything that can be said before any reply: the highest values that totals can have. */
function mostOf(program: RubricProgram): Assessment {
  return program.assess({ input: {}, facts: [], output: {}, decided: [], comparing: false });
}

/** A stated maximum that was the highest possible value follows the weights. */
function withMaxima(rubric: Rubric, before: Assessment, after: Assessment): Rubric {
  const moved = (max: number | undefined, was: Known | undefined, is: Known | undefined) => {
    if (was === undefined || is === undefined || highest(was) !== max) return max;
    return highest(is) ?? max;
  };
  const derived = Object.entries(rubric.derived).map(([name, given]): [string, typeof given] => {
    if (typeof given === 'string') return [name, given];
    const max = moved(given.max, before.derived[name], after.derived[name]);
    return [name, max === undefined ? given : { ...given, max }];
  });
  const max = moved(rubric.headline.max, before.headline.value, after.headline.value);
  return {
    ...rubric,
    derived: Object.fromEntries(derived),
    headline: max === undefined ? rubric.headline : { ...rubric.headline, max },
  };
}

function highest(known: Known): number | null {
  if (known.kind === 'range') return known.max;
  if (known.kind === 'value') return typeof known.value === 'number' ? known.value : null;
  if (known.kind !== 'one-of') return null;
  const numbers = known.values.filter((value) => typeof value === 'number');
  return numbers.length === known.values.length ? Math.max(...numbers) : null;
}

/** What follows from expressions that were changed after the judge had answered. */
export interface Touched {
  /** Derived values, by name. */
  derived: ReadonlySet<string>;
  /** Output paths that the program computes from them. */
  rules: ReadonlySet<Path>;
  /** Checks that hold a claim of the judge against derived values, with the output paths where it stands. */
  claims: ReadonlyMap<string, readonly Path[]>;
}

/** Everything that reads the changed derived values, directly or by way of others. */
function touchedBy(rubric: Rubric, changed: Iterable<string>): Touched {
  const namesIn = nameReader(rubric);
  const derived = new Set(changed);
  const rules = new Set<Path>();
  const reads = (names: Names) =>
    [...names.derived].some((name) => derived.has(name)) || readsAny(names, rules);
  const derivedNames = Object.entries(rubric.derived).map(([name, given]) => ({
    name,
    names: namesIn(typeof given === 'string' ? given : given.value),
  }));
  const ruleNames = Object.entries(rubric.decided).map(([path, rule]) => ({
    path,
    names: expressionsOf(rule).map(namesIn),
  }));
  let before = -1;
  while (before !== derived.size + rules.size) {
    before = derived.size + rules.size;
    for (const { name, names } of derivedNames) if (reads(names)) derived.add(name);
    for (const { path, names } of ruleNames) if (names.some(reads)) rules.add(path);
  }
  const { stated_value: value, stated_verdict: verdict } = rubric.headline;
  const claimable = [...new Set([...rules, value, verdict])].filter((path) => path !== undefined);
  const claims = rubric.checks.flatMap(({ id, when, assert }): [string, Path[]][] => {
    const names = [assert, ...(when === undefined ? [] : [when])].map(namesIn);
    const claimed = claimable.filter((path) => names.some((one) => readsAny(one, [path])));
    const held = names.some((one) => [...one.derived].some((name) => derived.has(name)));
    return held && claimed.length > 0 ? [[id, claimed]] : [];
  });
  return { derived, rules, claims: new Map(claims) };
}

function readsAny({ output }: Names, paths: Iterable<Path>): boolean {
  return [...output].some((read) => [...paths].some((path) => overlaps(read, path)));
}

function expressionsOf(rule: DecidedRule): string[] {
  if (typeof rule === 'string') return [rule];
  return [rule.when, rule.value, rule.range, rule.because].filter((source) => source !== undefined);
}

/** For a rubric that compiles. */
function nameReader(rubric: Rubric): (source: string) => Names {
  const declared = declaredIn(rubric);
  return (source) => readNames(rubricEnvironment.parse(source).ast, declared).names;
}

interface Turn {
  knob: Knob;
  value: number;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A number as CEL reads it. One that was written with a fraction keeps being one, so that its type stays. */
function written(value: number, fraction: boolean): string {
  const whole = Number.isSafeInteger(value) && !fraction;
  const digits = String(Math.abs(value));
  const text = whole || /[.e]/.test(digits) ? digits : `${digits}.0`;
  return value < 0 ? `(-${text})` : text;
}

function replaced({ knob, value }: Turn, source: string): Edit {
  const { start, end } = knob;
  if (knob.implicit !== null) return { start: end, end, text: ` * ${written(value, false)}` };
  return { start, end, text: written(value, /[.eE]/.test(source.slice(start, end).replace(/^0x.*/, ''))) };
}

/** The calls of `mean` over a list written out, inner ones too. */
function meansIn(node: ASTNode): { call: ASTNode; items: readonly ASTNode[] }[] {
  const inner = childrenOf(node).flatMap(meansIn);
  if (node.op !== 'call' || node.args[0] !== 'mean') return inner;
  const [list] = node.args[1];
  return list?.op === 'list' ? [{ call: node, items: list.args }, ...inner] : inner;
}

/** A mean with weights is the weighted sum by the sum of the weights; null where those leave nothing to divide by. */
function weightedMeans(source: string, turns: readonly Turn[]): Edit[] | null {
  const weightAt = new Map(
    turns.filter(({ knob }) => knob.implicit === 'mean').map(({ knob, value }) => [knob.start, value]),
  );
  if (weightAt.size === 0) return [];
  const edits: Edit[] = [];
  for (const { call, items } of meansIn(rubricEnvironment.parse(source).ast)) {
    if (!items.some(({ start }) => weightAt.has(start))) continue;
    const whole = items.reduce((total, { start }) => total + (weightAt.get(start) ?? 1), 0);
    if (!(whole > 0)) return null;
    const { start, end } = call;
    edits.push({ start, end: start + 'mean'.length, text: '(sum' });
    edits.push({ start: end, end, text: ` / ${written(whole, false)})` });
  }
  return edits;
}

/** The source with its numbers replaced where they stand. Null where the weights of a mean add up to nothing. */
function rewrite(source: string, turns: readonly Turn[]): string | null {
  const means = weightedMeans(source, turns);
  if (means === null) return null;
  const edits = [...turns.map((turn) => replaced(turn, source)), ...means];
  // From the end, so that earlier positions stay true.
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: piece }) => text.slice(0, start) + piece + text.slice(end), source);
}

/** The shape with room for any number at the given places: a total of other weights need not be whole, nor end at 100. */
function loosenShape(shape: ObjectSchema, places: ReadonlySet<Path>): ObjectSchema {
  return places.size === 0 ? shape : loosenObject(shape, '', places);
}

function loosenObject(shape: ObjectSchema, path: Path, places: ReadonlySet<Path>): ObjectSchema {
  const properties = Object.entries(shape.properties).map(([key, property]): [string, OutputSchema] => [
    key,
    loosen(property, joinPath(path, key), places),
  ]);
  return { ...shape, properties: Object.fromEntries(properties) };
}

function loosen(shape: OutputSchema, path: Path, places: ReadonlySet<Path>): OutputSchema {
  if ('anyOf' in shape) return { ...shape, anyOf: shape.anyOf.map((one) => loosen(one, path, places)) };
  if (shape.type === 'object') return loosenObject(shape, path, places);
  if (shape.type === 'integer' || shape.type === 'number') {
    return places.has(path) ? { type: 'number' } : shape;
  }
  if (shape.type !== 'array' || !('prefixItems' in shape)) return shape;
  const prefixItems = shape.prefixItems.map((place, index) => loosen(place, joinPath(path, index), places));
  return { ...shape, prefixItems };
}
