import type { ASTNode } from '@marcbachmann/cel-js';
import { mapValues } from '../../kit/json';
import type { ObjectSchema, OutputSchema } from '../output-schema';
import { joinPath, type Path } from '../path';
import { compileRubric, type RubricProgram } from '../program/compile-rubric';
import { rubricEnvironment } from '../program/environment';
import type { Assessment } from '../program/assess';
import type { ExpressionProblem } from '../program/failure';
import { childrenOf, declaredIn, readNames, type Names } from '../program/names';
import { overlaps } from '../range/from-schema';
import type { DecidedRule, Rubric } from '../rubric';
import { isNumberSchema } from '../shape/fields';
import { boundsOf, type Known } from '../values';
import { knobSources, knobsOf, type Knob } from './knobs';

/** A rubric under which stored replies are assessed again. It is not for asking: judges answered the rubric as it was. */
export interface Reweighed {
  ok: true;
  rubric: Rubric;
  program: RubricProgram;
  touched: AffectedByKnobs;
}

export type KnobProblem =
  | { kind: 'not-a-number'; knob: string }
  /** The weights of a mean add up to nothing, or to less. */
  | { kind: 'no-weight-left'; where: string }
  | { kind: 'expression'; problem: ExpressionProblem };

/** Sets knobs to other values, by their ids. A value that is the knob's own changes nothing, not even a letter. */
export function withKnobs(
  rubric: Rubric,
  changes: Readonly<Record<string, number>>,
): Reweighed | { ok: false; problems: KnobProblem[] } {
  const original = compileRubric(rubric);
  if (!original.ok) return refused(original.problems);
  const turns = knobsOf(rubric).flatMap((knob): Turn[] => {
    const value = changes[knob.id] ?? knob.value;
    return value === knob.value ? [] : [{ knob, value }];
  });
  const problems = turns.flatMap(({ knob, value }): KnobProblem[] =>
    Number.isFinite(value) ? [] : [{ kind: 'not-a-number', knob: knob.id }],
  );
  if (problems.length > 0) return { ok: false, problems };
  const sources = new Map<string, string>();
  for (const { where, source } of knobSources(rubric)) {
    const here = turns.filter(({ knob }) => knob.where === where);
    if (here.length === 0) continue;
    const text = rewrite(source, here);
    if (text === null) problems.push({ kind: 'no-weight-left', where });
    else sources.set(where, text);
  }
  if (problems.length > 0) return { ok: false, problems };

  const changed = Object.keys(rubric.derived).filter((name) => sources.has(`derived.${name}`));
  const touched = touchedBy(rubric, changed);
  if (sources.size === 0) return { ok: true, rubric, program: original.program, touched };
  const reworded = withSources(rubric, sources, touched);
  const compiled = compileRubric(reworded);
  if (!compiled.ok) return refused(compiled.problems);
  const { program } = compiled;
  const scaled = withMaxima(reworded, mostOf(original.program), mostOf(program));
  return { ok: true, rubric: scaled, program, touched };
}

function refused(problems: readonly ExpressionProblem[]): { ok: false; problems: KnobProblem[] } {
  return { ok: false, problems: problems.map((problem) => ({ kind: 'expression', problem })) };
}

function withSources(
  rubric: Rubric,
  sources: ReadonlyMap<string, string>,
  { rules }: AffectedByKnobs,
): Rubric {
  const { headline } = rubric;
  const verdict = sources.get('headline.verdict');
  const namesIn = nameReader(rubric);
  return {
    ...rubric,
    derived: mapValues(rubric.derived, (given, name) => {
      const value = sources.get(`derived.${name}`);
      if (value === undefined) return given;
      return typeof given === 'string' ? value : { ...given, value };
    }),
    headline: {
      ...headline,
      value: sources.get('headline.value') ?? headline.value,
      ...(verdict !== undefined && { verdict }),
    },
    // A reason that reads nothing was worded for the numbers as they were: "below 55 points".
    decided: mapValues(rubric.decided, (rule, path) => {
      if (!rules.has(path) || typeof rule === 'string' || rule.because === undefined) return rule;
      const { because, ...rest } = rule;
      return namesIn(because).roots.size === 0 ? rest : rule;
    }),
    output: loosenObject(rubric.output, rules),
  };
}

/** Everything that can be said before any reply: the highest values that totals can have. */
function mostOf(program: RubricProgram): Assessment {
  return program.assess({ input: {}, facts: [], output: {}, decided: [], comparing: false });
}

/** A stated maximum that was the highest possible value follows the weights. */
function withMaxima(rubric: Rubric, before: Assessment, after: Assessment): Rubric {
  const scaled = <T extends { max?: number | undefined }>(given: T, was?: Known, is?: Known): T => {
    const bounds = boundsOf(was)?.max === given.max ? boundsOf(is) : null;
    return bounds === null ? given : { ...given, max: bounds.max };
  };
  return {
    ...rubric,
    derived: mapValues(rubric.derived, (given, name) =>
      typeof given === 'string' ? given : scaled(given, before.derived[name], after.derived[name]),
    ),
    headline: scaled(rubric.headline, before.headline.value, after.headline.value),
  };
}

export interface AffectedByKnobs {
  derived: ReadonlySet<string>;
  rules: ReadonlySet<Path>;
  /** Checks that hold a claim of the judge against derived values, with the output paths where it stands. */
  claims: ReadonlyMap<string, readonly Path[]>;
}

function touchedBy(rubric: Rubric, changed: Iterable<string>): AffectedByKnobs {
  const namesIn = nameReader(rubric);
  const derived = new Set(changed);
  const rules = new Set<Path>();
  const reads = (names: Names) =>
    [...names.derived].some((name) => derived.has(name)) || readsAny(names, rules);
  let before = -1;
  while (before !== derived.size + rules.size) {
    before = derived.size + rules.size;
    for (const [name, given] of Object.entries(rubric.derived))
      if (reads(namesIn(typeof given === 'string' ? given : given.value))) derived.add(name);
    for (const [path, rule] of Object.entries(rubric.decided))
      if (expressionsOf(rule).map(namesIn).some(reads)) rules.add(path);
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

function replaced({ knob: { start, end, implicit }, value }: Turn, source: string): Edit {
  if (implicit !== null) return { start: end, end, text: ` * ${written(value, false)}` };
  return { start, end, text: written(value, /[.eE]/.test(source.slice(start, end).replace(/^0x.*/, ''))) };
}

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
function loosenObject(shape: ObjectSchema, places: ReadonlySet<Path>, path: Path = ''): ObjectSchema {
  const properties = Object.entries(shape.properties).map(([key, property]): [string, OutputSchema] => [
    key,
    loosen(property, places, joinPath(path, key)),
  ]);
  return { ...shape, properties: Object.fromEntries(properties) };
}

function loosen(shape: OutputSchema, places: ReadonlySet<Path>, path: Path): OutputSchema {
  if ('anyOf' in shape) return { ...shape, anyOf: shape.anyOf.map((one) => loosen(one, places, path)) };
  if ('properties' in shape) return loosenObject(shape, places, path);
  if ('prefixItems' in shape) {
    const loosened = shape.prefixItems.map((place, index) => loosen(place, places, joinPath(path, index)));
    return { ...shape, prefixItems: loosened };
  }
  return isNumberSchema(shape) && places.has(path) ? { type: 'number' } : shape;
}
