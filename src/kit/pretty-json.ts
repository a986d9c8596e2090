/** JSON laid out for reading, and where each place of the original has gone. Only white space between tokens changes. */
export interface PrettyJson {
  text: string;
  placeOf: (offset: number) => number;
}

/** Null when the text is not a JSON object or array. */
export function prettyJson(source: string): PrettyJson | null {
  if (!/^\s*[[{]/.test(source)) return null;
  try {
    JSON.parse(source);
  } catch {
    return null;
  }
  return layOut(source);
}

function layOut(source: string): PrettyJson {
  const places = new Uint32Array(source.length + 1);
  const out: string[] = [];
  let length = 0;
  let depth = 0;
  const write = (text: string) => {
    out.push(text);
    length += text.length;
  };
  const newLine = () => {
    write(`\n${'  '.repeat(depth)}`);
  };

  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === '"') {
      const end = endOfString(source, at);
      for (let inside = at; inside < end; inside += 1) places[inside] = length + inside - at;
      write(source.slice(at, end));
      at = end - 1;
      continue;
    }
    if (/\s/.test(character)) {
      places[at] = length;
      continue;
    }
    if (character === '}' || character === ']') {
      depth -= 1;
      if (!/[[{]\s*$/.test(source.slice(Math.max(0, at - 200), at))) newLine();
    }
    places[at] = length;
    write(character);
    if (character === '{' || character === '[') {
      depth += 1;
      if (!/^\s*[\]}]/.test(source.slice(at + 1, at + 200))) newLine();
    } else if (character === ',') newLine();
    else if (character === ':') write(' ');
  }
  places[source.length] = length;
  return { text: out.join(''), placeOf: (offset) => places[Math.min(offset, source.length)] ?? length };
}

function endOfString(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== '"') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}
