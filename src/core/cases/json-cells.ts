/** The members of an object as cells: key and text. */
export type JsonCells = Map<string, string>;

export interface ObjectCells {
  cells: JsonCells;
  /** Values that do not count, since their key stands again further on. */
  overruled: { key: string; text: string }[];
  end: number;
}

/**
 * Reads the object that starts at `start` of JSON known to be well formed. Values keep the digits they are written
 * with: 12345678901234567890 and 1.0 would not survive being numbers.
 */
export function readObjectCells(text: string, start: number): ObjectCells {
  const cells: JsonCells = new Map();
  const overruled: ObjectCells['overruled'] = [];
  let at = skipSpace(text, start + 1);
  while (text[at] !== '}') {
    const { key, valueStart, valueEnd: end, next } = memberAt(text, at);
    const before = cells.get(key);
    if (before !== undefined) overruled.push({ key, text: before });
    cells.set(key, cellText(text, valueStart, end));
    at = next;
  }
  return { cells, overruled, end: at + 1 };
}

/** Where the values of a key begin in the object that starts at `start`. Of a key that stands twice, the last one counts. */
export function valueStartsOf(text: string, start: number, wanted: string): number[] {
  const found: number[] = [];
  let at = skipSpace(text, start + 1);
  while (text[at] !== '}') {
    const { key, valueStart, next } = memberAt(text, at);
    if (key === wanted) found.push(valueStart);
    at = next;
  }
  return found;
}

/** The member whose key begins at `at`, and where the next one does or the object ends. */
function memberAt(text: string, at: number) {
  const keyEnd = valueEnd(text, at);
  const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
  const end = valueEnd(text, valueStart);
  const behind = skipSpace(text, end);
  const next = text[behind] === ',' ? skipSpace(text, behind + 1) : behind;
  return { key: stringAt(text, at, keyEnd), valueStart, valueEnd: end, next };
}

export function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \n\r\t'.includes(text.charAt(at))) at += 1;
  return at;
}

/** Just after the value that starts at `start`. */
export function valueEnd(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return stringEnd(text, start);
  if (first !== '{' && first !== '[') {
    let at = start;
    while (at < text.length && !',]} \n\r\t'.includes(text.charAt(at))) at += 1;
    return at;
  }
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = stringEnd(text, at) - 1;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function stringEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote >= 0 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote < 0 ? text.length : quote + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  while (text[quote - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

function cellText(text: string, start: number, end: number): string {
  const first = text[start];
  if (first === '"') return stringAt(text, start, end);
  const written = text.slice(start, end);
  if (written === 'null') return '';
  return first === '{' || first === '[' ? compact(written) : written;
}

function stringAt(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? String(JSON.parse(text.slice(start, end))) : inner;
}

/** Nested values in one line, without touching what stands in their texts. */
function compact(json: string): string {
  return json.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g, '$1');
}
