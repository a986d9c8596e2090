import { parseJson } from '../json';

/** JSON as a tree whose texts keep their place in the source, so that it can be laid out and still be marked. */
export type JsonNode =
  | { kind: 'object'; entries: { key: string; value: JsonNode }[] }
  | { kind: 'list'; items: JsonNode[] }
  /** `escaped`: the place holds what stands between the quotes of a JSON string. */
  | { kind: 'text'; start: number; end: number; escaped: boolean };

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gy;
const SPACE = /\s*/y;

/** Null when the text is not a JSON object or array. */
export function jsonTree(source: string): JsonNode | null {
  if (!/^\s*[[{]/.test(source) || parseJson(source) === undefined) return null;
  let at = 0;
  const next = (): { token: string; start: number } => {
    SPACE.lastIndex = at;
    SPACE.exec(source);
    const start = SPACE.lastIndex;
    TOKEN.lastIndex = start;
    const token = TOKEN.exec(source)?.[0] ?? '';
    at = start + token.length;
    return { token, start };
  };
  const peek = (): string => {
    const before = at;
    const { token } = next();
    at = before;
    return token;
  };
  const value = (): JsonNode => {
    const { token, start } = next();
    if (token === '{') {
      const entries: { key: string; value: JsonNode }[] = [];
      while (peek() !== '}') {
        const key = unescapeJson(next().token.slice(1, -1));
        next();
        entries.push({ key, value: value() });
        if (peek() === ',') next();
      }
      next();
      return { kind: 'object', entries };
    }
    if (token === '[') {
      const items: JsonNode[] = [];
      while (peek() !== ']') {
        items.push(value());
        if (peek() === ',') next();
      }
      next();
      return { kind: 'list', items };
    }
    const escaped = token.startsWith('"');
    return escaped
      ? { kind: 'text', start: start + 1, end: start + token.length - 1, escaped }
      : { kind: 'text', start, end: start + token.length, escaped };
  };
  return value();
}

/** A stretch of a JSON string as it reads. One that was cut inside an escape stays as it is. */
export function unescapeJson(text: string): string {
  if (!text.includes('\\')) return text;
  const read = parseJson(`"${text}"`);
  return typeof read === 'string' ? read : text;
}
