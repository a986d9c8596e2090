import type { Path } from '../model/path';
import type { DecidedRule, Rubric } from '../model/rubric';
import { rubricEnvironment } from './environment';
import { readNames, type Names } from './names';
import { overlaps } from './range/gaps';

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
export function touchedBy(rubric: Rubric, changed: Iterable<string>): Touched {
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

export function expressionsOf(rule: DecidedRule): string[] {
  if (typeof rule === 'string') return [rule];
  return [rule.when, rule.value, rule.range, rule.because].filter((source) => source !== undefined);
}

/** For a rubric that compiles. */
export function nameReader(rubric: Rubric): (source: string) => Names {
  const declared = {
    input: new Set(rubric.inputs.map(({ name }) => name)),
    facts: new Set(Object.keys(rubric.facts)),
    derived: new Set(Object.keys(rubric.derived)),
    output: rubric.output,
  };
  return (source) => readNames(rubricEnvironment.parse(source).ast, declared).names;
}
