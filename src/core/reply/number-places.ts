import { joinPath, type Path } from '../model/path';

/** Where in a JSON text each number begins, with the path of its place. Nothing where the text is no JSON as it stands. */
export function numberPlaces(text: string): Map<number, Path> {
  const found = new Map<number, Path>();
  try {
    JSON.parse(text);
  } catch {
    return found;
  }
  let at = 0;
  read('');
  return found;

  /** The text is JSON, so every sign stands where it must. */
  function read(path: Path): void {
    skipSpace();
    const first = text[at] ?? '';
    if (first === '{') readMembers(path, '}');
    else if (first === '[') readMembers(path, ']');
    else if (first === '"') readString();
    else {
      if (/[-\d]/.test(first)) found.set(at, path);
      while (at < text.length && !/[\s,\]}]/.test(text[at] ?? '')) at += 1;
    }
  }

  function readMembers(path: Path, close: string): void {
    at += 1;
    skipSpace();
    for (let index = 0; text[at] !== close; index += 1) {
      if (close === '}') {
        const key = readString();
        skipSpace();
        at += 1;
        read(joinPath(path, key));
      } else read(joinPath(path, index));
      skipSpace();
      if (text[at] === ',') at += 1;
      skipSpace();
    }
    at += 1;
  }

  function readString(): string {
    const start = at;
    at += 1;
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at += 1;
    const value: unknown = JSON.parse(text.slice(start, at));
    return String(value);
  }

  function skipSpace(): void {
    while (/\s/.test(text[at] ?? '')) at += 1;
  }
}
