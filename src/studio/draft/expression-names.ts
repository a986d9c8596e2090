import { celPath } from '../import/cel-path';

/** Texts in quotes are matched first, so that names within them are left alone. */
const quoted = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`;

function nameIn(root: 'input' | 'output', path: string): RegExp {
  const name = celPath(`${root}.${path}`).replaceAll(/[.[\]]/g, String.raw`\$&`);
  return new RegExp(`${quoted}|(?<![\\w.])${name}(?!\\w)`, 'g');
}

/** Whether a CEL expression reads `input.name` or `output.path`, or something within it. */
export function mentions(expression: string, root: 'input' | 'output', path: string): boolean {
  return (expression.match(nameIn(root, path)) ?? []).some((found) => found.startsWith(root));
}

export function renameInput(expression: string, from: string, to: string): string {
  return expression.replace(nameIn('input', from), (found) =>
    found.startsWith('input') ? `input.${to}` : found,
  );
}

export function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`);
}
