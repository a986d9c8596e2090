import { leaves } from '../../rubric/shape/fields';
import type { Rubric } from '../../rubric/rubric';
import { placeInYaml, type YamlPlace } from '../../rubric/file/yaml-place';

/** As much of JSON Schema as the format of rubrics has. */
export interface SchemaNode {
  $ref?: string;
  $defs?: Record<string, SchemaNode>;
  anyOf?: SchemaNode[];
  properties?: Record<string, SchemaNode>;
  additionalProperties?: SchemaNode | boolean;
  items?: SchemaNode | boolean;
  prefixItems?: SchemaNode[];
  required?: string[];
  description?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
}

export interface Suggestion {
  label: string;
  /** What is written, where it is more than the label. */
  apply?: string;
  info?: string;
}
export interface Suggestions {
  /** What has been typed of it begins here. */
  from: number;
  options: Suggestion[];
}

/** Keys whose value is the path of a field of the reply. */
const pathKeys = new Set(['score', 'choice', 'rationale', 'path', 'about', 'stated_value', 'stated_verdict']);

/** What may be written where the cursor stands in a `rubric.md`. `rubric`: as it could be read last. */
export function suggest(
  text: string,
  cursor: number,
  schema: SchemaNode,
  rubric: Rubric | null,
): Suggestions | null {
  const lineStart = text.lastIndexOf('\n', cursor - 1) + 1;
  const before = text.slice(lineStart, cursor);
  const lines = text.split('\n');
  const at = text.slice(0, cursor).split('\n').length - 1;
  const opening = lines.findIndex((line) => line.trim() !== '');
  const closing = lines.findIndex((line, index) => index > opening && /^---[ \t]*$/.test(line));
  const offered = (typed: string, options: Suggestion[]): Suggestions | null =>
    // What is typed out needs no offer: Enter then begins the next line.
    options.length === 0 || options.some(({ label }) => label === typed)
      ? null
      : { from: cursor - typed.length, options };

  if (at <= opening) return null;
  if (closing !== -1 && at >= closing) {
    const typed = /\{\{\s*(\w*)$/.exec(before)?.[1];
    return typed === undefined ? null : offered(typed, inputNames(rubric).map(withEnd));
  }
  const name = /\b(input|facts|derived|output)\.([\w.]*)$/.exec(before);
  if (name) return offered(name[2] ?? '', namesUnder(name[1] ?? '', rubric));

  const place = placeInYaml(lines, at, before.length);
  if (place === null) return null;
  const typed = /[\w./-]*$/.exec(before)?.[0] ?? '';
  return offered(typed, place.kind === 'key' ? keysAt(schema, place) : valuesAt(schema, place, rubric));
}

function keysAt(schema: SchemaNode, { path, taken }: YamlPlace): Suggestion[] {
  const found = new Map<string, Suggestion & { required: boolean }>();
  for (const node of nodesAt(schema, path))
    for (const [key, value] of Object.entries(node.properties ?? {})) {
      const nested = nodesBelow(schema, value).every((one) => one.properties ?? one.items);
      const info = nodesBelow(schema, value).find(({ description }) => description)?.description;
      found.set(key, {
        label: key,
        apply: nested ? `${key}:` : `${key}: `,
        required: node.required?.includes(key) ?? false,
        ...(info === undefined ? {} : { info }),
      });
    }
  return [...found.values()]
    .filter(({ label }) => !taken.has(label))
    .toSorted((a, b) => Number(b.required) - Number(a.required))
    .map(({ required: _, ...suggestion }) => suggestion);
}

function valuesAt(schema: SchemaNode, { path }: YamlPlace, rubric: Rubric | null): Suggestion[] {
  const key = path.findLast((part) => part !== '*') ?? '';
  if (pathKeys.has(key) && path[0] !== 'output') return outputPaths(rubric).map((label) => ({ label }));
  const values = nodesAt(schema, path).flatMap((node): unknown[] => {
    if (node.const !== undefined) return [node.const];
    return node.type === 'boolean' ? [true, false] : (node.enum ?? []);
  });
  return [...new Set(values.map(String))].map((label) => ({ label }));
}

/** The shapes that may stand at a path; `*` is any place in a list. */
function nodesAt(schema: SchemaNode, path: readonly string[]): SchemaNode[] {
  return path.reduce<SchemaNode[]>(
    (nodes, part) =>
      nodes.flatMap((node) => {
        const { properties = {}, additionalProperties: others, items, prefixItems = [] } = node;
        const next = part === '*' ? [items, ...prefixItems] : [properties[part] ?? others];
        return next.flatMap((one) => (typeof one === 'object' ? nodesBelow(schema, one) : []));
      }),
    [schema],
  );
}

/** A reference and a choice of shapes stand for what they lead to. */
function nodesBelow(schema: SchemaNode, node: SchemaNode): SchemaNode[] {
  const target = node.$ref === undefined ? undefined : schema.$defs?.[node.$ref.replace('#/$defs/', '')];
  if (target) return nodesBelow(schema, target);
  const { description } = node;
  const shapes = node.anyOf?.flatMap((one) => nodesBelow(schema, one)) ?? [node];
  return description === undefined ? shapes : shapes.map((one) => ({ ...one, description }));
}

function inputNames(rubric: Rubric | null): string[] {
  return [...(rubric?.inputs ?? []), ...(rubric?.run_inputs ?? [])].map(({ name }) => name);
}
function outputPaths(rubric: Rubric | null): string[] {
  return rubric ? leaves(rubric.output).map(({ path }) => path) : [];
}
function withEnd(label: string): Suggestion {
  return { label, apply: `${label}}}` };
}

function namesUnder(root: string, rubric: Rubric | null): Suggestion[] {
  if (!rubric) return [];
  const names: Partial<Record<string, string[]>> = {
    input: inputNames(rubric),
    facts: Object.keys(rubric.facts),
    derived: Object.keys(rubric.derived),
    // A place in a list is written in brackets in an expression.
    output: outputPaths(rubric).map((path) => path.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]')),
  };
  return (names[root] ?? []).map((label) => ({ label }));
}
