import { parseJson } from '../json';

/** JSON laid out for reading, and where each place of the original has gone. Only white space between tokens changes. */
export interface PrettyJson {
  text: string;
  placeOf: (offset: number) => number;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|\s+|[{[]\s*[\]}]|[{}[\],:]|[^\s"{}[\],:]+/g;

/** Null when the text is not a JSON object or array. */
export function prettyJson(source: string): PrettyJson | null {
  if (!/^\s*[[{]/.test(source) || parseJson(source) === undefined) return null;
  const places = new Uint32Array(source.length + 1);
  let text = '';
  let depth = 0;
  const newLine = () => `\n${'  '.repeat(depth)}`;
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    if (token === '}' || token === ']') {
      depth -= 1;
      text += newLine();
    }
    const isEmpty = /^[{[]\s*[\]}]$/.test(token);
    for (let at = 0; at < token.length; at += 1)
      places[index + at] = text.length + (isEmpty ? Math.sign(at) : token.trim() === '' ? 0 : at);
    text += isEmpty ? token.replace(/\s+/, '') : token.trim();
    if (token === '{' || token === '[') {
      depth += 1;
      text += newLine();
    } else if (token === ',') text += newLine();
    else if (token === ':') text += ' ';
  }
  places[source.length] = text.length;
  return { text, placeOf: (offset) => places[Math.min(offset, source.length)] ?? text.length };
}

/** Where JSON stops being JSON, from 1, as an editor counts. Each browser says it in other words, and only in English. */
export interface JsonFault {
  line: number;
  column: number;
}

const SPACE = /[ \n\r\t]*/y;
const STRING = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y;

/** Of text that is known not to be JSON. At its end where it is only cut off. */
export function jsonFault(text: string): JsonFault {
  const at = faultOffset(text);
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: at - lineStart + 1 };
}

function faultOffset(text: string): number {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const takeSign = (sign: string): boolean => {
    take(SPACE);
    if (text[at] !== sign) return false;
    at += 1;
    take(SPACE);
    return true;
  };
  /** What closes each object and list that is open. */
  const open: ('}' | ']')[] = [];
  const takeKey = () => take(STRING) && takeSign(':');
  take(SPACE);
  for (;;) {
    // A value begins here.
    if (takeSign('{')) {
      if (!takeSign('}')) {
        open.push('}');
        if (!takeKey()) return at;
        continue;
      }
    } else if (takeSign('[')) {
      if (!takeSign(']')) {
        open.push(']');
        continue;
      }
    } else if (!take(STRING) && !take(SCALAR)) return at;
    // A value has ended here.
    for (let closing = open.at(-1); closing !== undefined && takeSign(closing); closing = open.at(-1))
      open.pop();
    const closing = open.at(-1);
    if (closing === undefined || !takeSign(',')) return at;
    if (closing === '}' && !takeKey()) return at;
  }
}
