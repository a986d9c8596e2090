/** A path as CEL: `output.rules[0].score`; keys that CEL cannot name go in brackets. */
export function celPath(path: string, root = 'output'): string {
  return path.split('.').reduce((left, part) => {
    if (/^\d+$/u.test(part)) return `${left}[${part}]`;
    return /^[A-Za-z_]\w*$/u.test(part) && !RESERVED.has(part)
      ? `${left}.${part}`
      : `${left}[${celText(part)}]`;
  }, root);
}

const RESERVED = new Set(
  'as break const continue else for function if import let loop package namespace return var void while in true false null'.split(
    ' ',
  ),
);

export const celText = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
