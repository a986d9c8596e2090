import { segments, type Path } from '../rubric/path';
import type { Rubric } from '../rubric/rubric';

/** What an expression rests on, through everything it refers to. */
export interface Sources {
  /** Fields of the reply. A field counts with all that lies above and below it; the empty path is the whole reply. */
  output: Set<Path>;
  derived: Set<string>;
  facts: Set<string>;
  /** Fields that a rule of the rubric fills. */
  decided: Set<Path>;
}

export interface HeadlineSources {
  score: Sources;
  verdict: Sources;
}

/** What a rubric's total and verdict are computed from. */
export function headlineSources(rubric: Rubric): HeadlineSources {
  const { value, verdict } = rubric.headline;
  return {
    score: sourcesOf(rubric, [value]),
    verdict: sourcesOf(rubric, verdict === undefined ? [] : [verdict]),
  };
}

export function restsOn({ output }: Sources, path: Path): boolean {
  for (const source of output) if (overlaps(source, path)) return true;
  return false;
}

function sourcesOf(rubric: Rubric, expressions: readonly string[]): Sources {
  const sources: Sources = { output: new Set(), derived: new Set(), facts: new Set(), decided: new Set() };
  const open = [...expressions];
  for (let expression = open.pop(); expression !== undefined; expression = open.pop()) {
    for (const { root, path } of references(expression)) {
      if (root === 'output') open.push(...followField(rubric, sources, path));
      else open.push(...followName(rubric, sources[root], root, segments(path)[0]));
    }
  }
  return sources;
}

/** Notes the field, and gives the expressions of the rules that may fill it. */
function followField({ decided }: Rubric, sources: Sources, path: Path): string[] {
  sources.output.add(path);
  return Object.entries(decided).flatMap(([filled, rule]) => {
    if (sources.decided.has(filled) || !overlaps(filled, path)) return [];
    sources.decided.add(filled);
    return typeof rule === 'string'
      ? [rule]
      : [rule.when, rule.value, rule.range].filter((part) => part !== undefined);
  });
}

/** Notes a named value, or all of its kind where the name is not written out, and gives their expressions. */
function followName(
  rubric: Rubric,
  seen: Set<string>,
  root: 'derived' | 'facts',
  name: string | undefined,
): string[] {
  const named = Object.entries<string | { value?: string | undefined }>(rubric[root]);
  return named.flatMap(([key, rule]) => {
    if (seen.has(key) || (name !== undefined && name !== key)) return [];
    seen.add(key);
    const expression = typeof rule === 'string' ? rule : rule.value;
    return expression === undefined ? [] : [expression];
  });
}

const textLiteral = /"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g;
/** A name before a bracket is a function. An index that is no number ends the path: what lies below is all meant. */
const reference =
  /(?<![\w.])(output|derived|facts)((?:\s*\.\s*[A-Za-z_]\w*(?!\w*\s*\()|\s*\[\s*\d+\s*\])*)(?!\w)/g;
const step = /[A-Za-z_]\w*|\d+/g;

/** Read off the text: enough to know what an expression speaks of, and no second reading of the language. */
function references(expression: string): { root: 'output' | 'derived' | 'facts'; path: Path }[] {
  return [...expression.replace(textLiteral, '""').matchAll(reference)].flatMap(([, root, rest = '']) =>
    root === 'output' || root === 'derived' || root === 'facts'
      ? [{ root, path: (rest.match(step) ?? []).join('.') }]
      : [],
  );
}

function overlaps(one: Path, other: Path): boolean {
  return (
    one === '' || other === '' || one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`)
  );
}
