/** Where a cursor stands in YAML, read off the lines: a text that is being typed is rarely well-formed. */
export interface YamlPlace {
  kind: 'key' | 'value';
  /** To the mapping whose key is typed, or to the value. `*` is any place in a list. */
  path: string[];
  /** Keys that the mapping has already. */
  taken: ReadonlySet<string>;
}

interface Line {
  /** Columns of the hyphens of list items. */
  dashes: number[];
  /** Where what follows them begins. */
  column: number;
  key: string | null;
  /** What follows the colon. */
  value: string;
}

const keyPattern = /^("[^"]*"|'[^']*'|[\w.$-]+)\s*:(?:\s+|$)/;

/** `from`: the first line of the YAML. Null where nothing can be said: in a comment, or in a text. */
export function placeInYaml(
  lines: readonly string[],
  at: number,
  cursor: number,
  from: number,
): YamlPlace | null {
  const before = (lines[at] ?? '').slice(0, cursor);
  if (/(^|\s)#/.test(before)) return null;
  const line = readLine(before);
  const around = placeOfLine(lines, at, from);
  if (around === null) return null;
  const outer = line.key === null ? around.path : [...around.path, line.key];
  const rest = line.key === null ? before.slice(line.column) : line.value;
  const flow = pathInLine(rest, outer);
  if (flow !== null) return flow;
  if (line.key !== null) return { kind: 'value', path: outer, taken: new Set() };
  // A list of plain values has no keys.
  return /^[\w-]*$/.test(rest) ? { kind: 'key', path: around.path, taken: around.taken } : null;
}

/** The path to the mapping that a line is part of, and its other keys. */
function placeOfLine(
  lines: readonly string[],
  at: number,
  from: number,
): { path: string[]; taken: ReadonlySet<string> } | null {
  const { dashes, column } = readLine(lines[at] ?? '');
  const path: string[] = [];
  const taken = new Set<string>();
  let limit = column;
  /** Whether any of the hyphens begins an item that this is in. */
  const intoItems = (columns: readonly number[]): boolean => {
    const around = columns.filter((dash) => dash < limit);
    path.unshift(...around.map(() => '*'));
    limit = around[0] ?? limit;
    return around.length > 0;
  };
  let isItem = intoItems(dashes);
  let isFirst = dashes.length === 0;
  for (let above = at - 1; above >= from && (limit > 0 || isItem || isFirst); above -= 1) {
    const line = readLine(lines[above] ?? '');
    if (isBlank(lines[above] ?? '')) continue;
    if (isFirst && line.column === limit && line.key !== null) taken.add(line.key);
    const isParent = line.key !== null && (line.column < limit || (isItem && line.column === limit));
    if (isParent) {
      // Text that goes on below its key.
      if (!/^(?:[&!]\S+)?\s*(?:#.*)?$/.test(line.value)) return null;
      path.unshift(line.key ?? '');
      limit = line.column;
      isItem = false;
      isFirst = false;
    }
    if (intoItems(line.dashes)) {
      isItem = true;
      isFirst = false;
    }
  }
  for (const below of lines.slice(at + 1)) {
    const line = readLine(below);
    if (isBlank(below)) continue;
    if (line.column < column || line.dashes.length > 0) break;
    if (line.column === column && line.key !== null) taken.add(line.key);
  }
  return { path, taken };
}

/** In `{ a: 1, b: [` of one line. Null where no bracket is open. */
function pathInLine(text: string, outer: readonly string[]): YamlPlace | null {
  const open: { path: string[]; isMap: boolean; taken: Set<string> }[] = [];
  let quote = '';
  let start = 0;
  const pathHere = (end: number): string[] => {
    const [top] = open.slice(-1);
    if (!top) return [...outer];
    const key = readLine(text.slice(start, end).trimStart()).key;
    return top.isMap ? [...top.path, ...(key === null ? [] : [key])] : [...top.path, '*'];
  };
  for (const [index, character] of [...text].entries()) {
    if (quote !== '') {
      if (character === quote) quote = '';
      continue;
    }
    if (character === '"' || character === "'") quote = character;
    else if (character === '{' || character === '[') {
      open.push({ path: pathHere(index), isMap: character === '{', taken: new Set() });
      start = index + 1;
    } else if (character === '}' || character === ']') {
      open.pop();
      start = index + 1;
    } else if (character === ',') {
      const key = readLine(text.slice(start, index).trimStart()).key;
      if (key !== null) open.at(-1)?.taken.add(key);
      start = index + 1;
    }
  }
  const top = open.at(-1);
  if (!top || quote !== '') return null;
  const { key } = readLine(text.slice(start).trimStart());
  if (!top.isMap) return { kind: 'value', path: [...top.path, '*'], taken: new Set() };
  return key === null
    ? { kind: 'key', path: top.path, taken: top.taken }
    : { kind: 'value', path: [...top.path, key], taken: new Set() };
}

function readLine(text: string): Line {
  const dashes: number[] = [];
  let column = /^ */.exec(text)?.[0].length ?? 0;
  for (;;) {
    const dash = /^-(?: +|$)/.exec(text.slice(column));
    if (!dash) break;
    dashes.push(column);
    column += dash[0].length;
  }
  const found = keyPattern.exec(text.slice(column));
  if (!found) return { dashes, column, key: null, value: '' };
  const key = (found[1] ?? '').replace(/^["'](.*)["']$/, '$1');
  return { dashes, column, key, value: text.slice(column + found[0].length) };
}

function isBlank(line: string): boolean {
  return /^\s*(#.*)?$/.test(line);
}
