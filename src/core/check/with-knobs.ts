import type { Known } from '../model/judgement';
import type { DecidedRule, Rubric } from '../model/rubric';
import { compileRubric } from './compile-rubric';
import type { ExpressionProblem } from './failure';
import { stillHeadline } from './knob-reach';
import { knobSources, knobsOf, type Knob } from './knobs';
import { loosenShape } from './loosen-shape';
import { rewrite, type Turn } from './rewrite';
import type { Assessment, RubricProgram } from './rubric-program';
import { nameReader, touchedBy, type Touched } from './touched';

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

/** The whole rubric as the numbers turned in a cut one leave it: what `withKnobs` gives for it, without compiling it. */
export function wholeTurned(rubric: Rubric, { rubric: cut, touched }: Reweighed): Rubric {
  const derived = Object.entries(rubric.derived).map(([name, given]): [string, typeof given] => [
    name,
    cut.derived[name] ?? given,
  ]);
  const { max, verdict, value } = cut.headline;
  return {
    ...rubric,
    derived: Object.fromEntries(derived),
    headline: {
      ...rubric.headline,
      ...(value === stillHeadline ? {} : { value }),
      ...(verdict === undefined ? {} : { verdict }),
      ...(max === undefined ? {} : { max }),
    },
    decided: withoutFixedReasons(rubric, touched),
    output: loosenShape(rubric.output, touched.rules),
  };
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
