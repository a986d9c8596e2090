import { isCollection, isMap, isSeq, parseDocument, type Document } from 'yaml';
import { expressionProblems } from '../program/compile-rubric';
import { fieldLabel, type Rubric } from '../rubric';
import { parseRubric } from './parse-rubric';
import { splitFrontMatter } from './split-front-matter';

type Section = 'facts' | 'decided' | 'derived' | 'checks' | 'statements' | 'headline';

/** A part that a copy cannot have, by its place in the contract and its name for people. */
export interface DroppedPart {
  section: Section;
  key: string;
  label: string;
}

export type Duplicate = { ok: true; text: string; dropped: DroppedPart[] } | { ok: false; problem: string };

/**
 * The file under another id, comments and all. Facts that only the code of a built-in rubric can find are left out, and whatever
 * would not work without them.
 */
export function duplicateRubric(text: string, { id, title }: Pick<Rubric, 'id' | 'title'>): Duplicate {
  const parts = splitFrontMatter(text);
  const read = parseRubric(text);
  if (!parts.ok || !read.ok) {
    const problem = parts.ok ? '' : parts.problem.message;
    return { ok: false, problem: read.ok ? problem : read.problems.map(({ message }) => message).join(' ') };
  }
  const dropped = partsWithoutCode(read.rubric);
  const document = parseDocument(parts.yaml);
  document.set('id', id);
  document.set('title', title);
  for (const part of dropped) remove(document, part);
  for (const section of new Set(dropped.map((part) => part.section)))
    if (isEmpty(document.get(section))) document.delete(section);
  const yaml = document.toString({ lineWidth: 130 });
  return { ok: true, text: `---\n${yaml}---\n${parts.body}`, dropped };
}

/** Takes out what does not compile until all does: one part may need another. */
function partsWithoutCode(rubric: Rubric): DroppedPart[] {
  const found: DroppedPart[] = Object.entries(rubric.facts).flatMap(([key, fact]) =>
    typeof fact === 'object' && fact.value === undefined ? { section: 'facts', key, label: fact.label } : [],
  );
  let left = without(rubric, found);
  for (;;) {
    const broken = expressionProblems(left).flatMap(({ where }) => partAt(left, where) ?? []);
    const fresh = broken.filter(
      (part, at) => broken.findIndex((one) => one.section === part.section && one.key === part.key) === at,
    );
    if (fresh.length === 0) return found;
    found.push(...fresh);
    left = without(left, fresh);
  }
}

/** From the compiler's name of a place, such as `checks.adds-up.assert`. Null where nothing can be taken out. */
function partAt(rubric: Rubric, where: string): DroppedPart | null {
  const [section = '', ...rest] = where.split('.');
  const [first = ''] = rest;
  switch (section) {
    case 'facts':
    case 'derived': {
      const given = rubric[section][first];
      return { section, key: first, label: typeof given === 'object' ? given.label : first };
    }
    case 'checks':
    case 'statements': {
      const title = rubric[section].find(({ id }) => id === first)?.title;
      return { section, key: first, label: title ?? first };
    }
    case 'decided': {
      const name = rest.join('.');
      const key = Object.hasOwn(rubric.decided, name) ? name : rest.slice(0, -1).join('.');
      return { section, key, label: fieldLabel(rubric, key) };
    }
    case 'headline':
      return first === 'verdict' ? { section, key: first, label: rubric.headline.verdict ?? '' } : null;
    default:
      return null;
  }
}

function without(rubric: Rubric, parts: readonly DroppedPart[]): Rubric {
  const gone = (section: Section) =>
    new Set(parts.flatMap((part) => (part.section === section ? part.key : [])));
  const others = <T>(section: Section, all: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([key]) => !gone(section).has(key)));
  const { verdict, ...headline } = rubric.headline;
  return {
    ...rubric,
    facts: others('facts', rubric.facts),
    decided: others('decided', rubric.decided),
    derived: others('derived', rubric.derived),
    checks: rubric.checks.filter(({ id }) => !gone('checks').has(id)),
    statements: rubric.statements.filter(({ id }) => !gone('statements').has(id)),
    headline: verdict === undefined || gone('headline').has('verdict') ? headline : { ...headline, verdict },
  };
}

function remove(document: Document, { section, key }: DroppedPart): void {
  if (section !== 'checks' && section !== 'statements') {
    document.deleteIn([section, key]);
    return;
  }
  const rules = document.get(section);
  const at = isSeq(rules) ? rules.items.findIndex((rule) => isMap(rule) && rule.get('id') === key) : -1;
  if (at !== -1) document.deleteIn([section, at]);
}

function isEmpty(node: unknown): boolean {
  return isCollection(node) && node.items.length === 0;
}
