import { declaredIn, readNames } from '../rubric/program/names';
import { rubricEnvironment } from '../rubric/program/environment';
import { overlaps } from '../rubric/range/from-schema';
import type { Path } from '../rubric/path';
import { isOnlyVerdict, type Rubric } from '../rubric/rubric';

export interface Sources {
  /** Fields of the reply. A field counts with all that lies above and below it; the empty path is the whole reply. */
  output: Set<Path>;
  derived: Set<string>;
  facts: Set<string>;
  decided: Set<Path>;
}

export interface HeadlineSources {
  score: Sources;
  verdict: Sources;
}

export function headlineSources(rubric: Rubric): HeadlineSources {
  const { value, verdict } = rubric.headline;
  return {
    score: sourcesOf(rubric, isOnlyVerdict(rubric) ? [] : [value]),
    verdict: sourcesOf(rubric, verdict === undefined ? [] : [verdict]),
  };
}

export function restsOn({ output }: Sources, path: Path): boolean {
  return [...output].some((source) => overlaps(source, path));
}

function sourcesOf(rubric: Rubric, expressions: readonly string[]): Sources {
  const sources: Sources = { output: new Set(), derived: new Set(), facts: new Set(), decided: new Set() };
  const declared = declaredIn(rubric);
  const open = [...expressions];
  /** Each rule is followed once, so that rules which refer to one another come to an end. */
  const follow = (seen: Set<string>, name: string, rule: string | Rule) => {
    if (seen.has(name)) return;
    seen.add(name);
    const parts = typeof rule === 'string' ? [rule] : [rule.when, rule.value, rule.range];
    open.push(...parts.filter((part) => part !== undefined));
  };
  for (let expression = open.pop(); expression !== undefined; expression = open.pop()) {
    const { names } = readNames(rubricEnvironment.parse(expression).ast, declared);
    for (const path of names.output) {
      sources.output.add(path);
      for (const [filled, rule] of Object.entries(rubric.decided))
        if (overlaps(filled, path)) follow(sources.decided, filled, rule);
    }
    for (const root of ['derived', 'facts'] as const)
      for (const [name, rule] of Object.entries<string | Rule>(rubric[root]))
        if (names[root].has(name)) follow(sources[root], name, rule);
  }
  return sources;
}

interface Rule {
  when?: string | undefined;
  value?: string | undefined;
  range?: string | undefined;
}
