import { celPath } from '../import/cel-path';

/** Texts in quotes are matched first, so that names within them are left alone. */
const quoted = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`;
type Root = 'input' | 'output';

function nameIn(root: Root, path: string): RegExp {
  const name = celPath(path, root).replaceAll(/[.[\]]/g, String.raw`\$&`);
  return new RegExp(`${quoted}|(?<![\\w.])${name}(?!\\w)`, 'g');
}

/** Whether a CEL expression reads `input.name` or `output.path`, or something within it. */
export function mentions(expression: string, root: Root, path: string): boolean {
  return (expression.match(nameIn(root, path)) ?? []).some((found) => found.startsWith(root));
}

export function rename(expression: string, root: Root, from: string, to: string): string {
  return expression.replace(nameIn(root, from), (found) =>
    found.startsWith(root) ? celPath(to, root) : found,
  );
}

export function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`);
}
