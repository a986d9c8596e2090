import type { Mend } from '../../i18n/en/causes';
import type { Json } from '../../kit/json';
import type { Path } from '../../rubric/path';
import type { BrokenBy, Cause } from '../cause';

/** What was expected where a text breaks off, and what stands there. */
export interface Why {
  by: BrokenBy;
  found: string;
  /** The limit that was passed. */
  most?: number;
}

/** What stands at an opening bracket. */
export type Scan =
  | {
      kind: 'complete';
      end: number;
      value: Json;
      /** Empty: the text is JSON as it stands. */
      mends: Mend[];
      /** Every key at every depth, in the order of the text. */
      keys: string[];
      /** Where in the text each number begins. */
      numbers: Map<Path, number>;
      /** Why the value must not be used although it can be read. */
      fault: Cause | null;
    }
  | { kind: 'broken'; at: number; depth: number; looksLikeJson: boolean; why: Why }
  | { kind: 'unfinished' };

interface Token {
  /** `bad`: nothing JSON or its common slips know. `end`: the text stopped before the token was whole. */
  kind: 'open' | 'close' | 'colon' | 'comma' | 'string' | 'number' | 'word' | 'bad' | 'end';
  start: number;
  end: number;
}

/** An object or a list that is still open. */
interface Frame {
  entries: Record<string, Json> | null;
  items: Json[];
  /** The key or place now being read. */
  place: string;
  lastClosed: boolean;
}

const maxDepth = 64;
const closingQuote = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
]);
const punctuation = new Map<string, Token['kind']>([
  ['{', 'open'],
  ['[', 'open'],
  ['}', 'close'],
  [']', 'close'],
  [':', 'colon'],
  [',', 'comma'],
]);
const jsonWords = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const pythonWords = new Map([
  ['True', true],
  ['False', false],
  ['None', null],
]);
const escapes = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
/** Those that can be seen, and the byte order mark. Zero-width characters are refused: nobody sees what they part. */
const unusualSpace = /[\u00a0\u180e\u2000-\u200a\u202f\u205f\u3000\ufeff]/;
const wordPattern = /[A-Za-z_$][\w$-]*/y;
const numberLike = /[-+.\d][-+.\w]*/y;
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const fourHexDigits = /[0-9A-Fa-f]{4}/y;

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/**
 * Reads one object or list from its opening bracket to the matching closing one. Knows JSON and the slips that leave no
 * doubt about what was meant; anything else makes the value broken, and a text that ends first unfinished. Never looks back,
 * so it is linear in the text.
 */
export function scanJson(text: string, start: number): Scan {
  return new JsonScan(text, start).scan();
}

class JsonScan {
  readonly #text: string;
  readonly #mends = new Set<Mend>();
  readonly #frames: Frame[] = [];
  readonly #keys: string[] = [];
  readonly #numbers = new Map<Path, number>();
  #expecting: 'first key' | 'key' | 'colon' | 'first value' | 'value' | 'next' = 'first value';
  #fault: Cause | null = null;
  #looksLikeJson = false;
  #root: Json = null;
  #at: number;
  #valueEnd: number;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#at = start;
    this.#valueEnd = start;
  }

  scan(): Scan {
    for (;;) {
      const token = this.#next();
      if (token.kind === 'end') return { kind: 'unfinished' };
      const ended = this.#take(token);
      if (ended) return ended;
    }
  }

  /** Null while the value goes on. */
  #take(token: Token): Scan | null {
    if (token.kind === 'string' && this.#text[token.start] === '"') this.#looksLikeJson = true;
    const frame = this.#frames.at(-1);
    if (token.kind === 'close') return this.#close(token, frame);
    if (this.#expecting === 'next' && frame) {
      this.#expecting = frame.entries ? 'key' : 'value';
      if (token.kind === 'comma') return null;
      if (!this.#lacksOnlyComma(token, frame)) return this.#broken(token, 'comma');
      this.#mends.add('added a missing comma');
    }
    if (this.#expecting === 'colon') {
      if (token.kind !== 'colon') return this.#broken(token, 'colon');
      this.#looksLikeJson = true;
      this.#expecting = 'value';
      return null;
    }
    if ((this.#expecting === 'first key' || this.#expecting === 'key') && frame)
      return this.#takeKey(token, frame);
    return this.#takeValue(token, frame);
  }

  #close(token: Token, frame: Frame | undefined): Scan | null {
    const expecting = this.#expecting;
    const isObject = frame?.entries !== null;
    if (!frame || isObject !== (this.#text[token.start] === '}')) return this.#broken(token, 'bracket');
    if (expecting === 'colon' || (expecting === 'value' && isObject)) return this.#broken(token, 'value');
    if (expecting === 'key' || expecting === 'value') this.#mends.add('removed a trailing comma');
    this.#frames.pop();
    const parent = this.#frames.at(-1);
    if (parent) {
      parent.lastClosed = true;
      return this.#endValue(token);
    }
    return {
      kind: 'complete',
      end: token.end,
      value: this.#root,
      mends: [...this.#mends],
      keys: this.#keys,
      numbers: this.#numbers,
      fault: this.#fault,
    };
  }

  /** Only at a line end is a missing comma told from a text whose inner quotes were not escaped. */
  #lacksOnlyComma(token: Token, frame: Frame): boolean {
    if (!frame.entries) return frame.lastClosed && token.kind === 'open';
    return token.kind === 'string' && this.#text.slice(this.#valueEnd, token.start).includes('\n');
  }

  #takeKey(token: Token, frame: Frame): Scan | null {
    const lexeme = this.#text.slice(token.start, token.end);
    if (token.kind !== 'string' && token.kind !== 'word') return this.#broken(token, 'key');
    if (token.kind === 'word') this.#mends.add('put quotes around a key');
    const key = token.kind === 'word' ? lexeme : stringContent(lexeme);
    frame.place = key;
    if (frame.entries && Object.hasOwn(frame.entries, key))
      this.#fault ??= { code: 'key-twice', at: this.#path() };
    if (key === '__proto__') this.#fault ??= { code: 'forbidden-key' };
    this.#keys.push(key);
    this.#expecting = 'colon';
    return null;
  }

  #takeValue(token: Token, frame: Frame | undefined): Scan | null {
    if (frame) {
      frame.lastClosed = false;
      if (!frame.entries) frame.place = String(frame.items.length);
    }
    const lexeme = this.#text.slice(token.start, token.end);
    switch (token.kind) {
      case 'open': {
        if (this.#frames.length === maxDepth) return this.#broken(token, 'depth', maxDepth);
        const opened: Frame = {
          entries: lexeme === '{' ? {} : null,
          items: [],
          place: '',
          lastClosed: false,
        };
        this.#put(frame, opened.entries ?? opened.items);
        this.#frames.push(opened);
        this.#expecting = opened.entries ? 'first key' : 'first value';
        return null;
      }
      case 'number': {
        const number = Number(lexeme);
        if (!Number.isFinite(number)) this.#fault ??= { code: 'number-too-large', at: this.#path() };
        this.#numbers.set(this.#path(), token.start);
        this.#put(frame, number);
        return this.#endValue(token);
      }
      case 'word': {
        if (pythonWords.has(lexeme)) this.#mends.add('replaced a Python literal by its JSON word');
        else if (!jsonWords.has(lexeme)) return this.#broken(token, 'bare-word');
        this.#put(frame, jsonWords.get(lexeme) ?? pythonWords.get(lexeme) ?? null);
        return this.#endValue(token);
      }
      case 'string':
        this.#put(frame, stringContent(lexeme));
        return this.#endValue(token);
      default:
        return this.#broken(token, 'value');
    }
  }

  #put(frame: Frame | undefined, value: Json): void {
    if (!frame) this.#root = value;
    else if (!frame.entries) frame.items.push(value);
    else if (frame.place !== '__proto__') frame.entries[frame.place] = value;
  }

  #endValue(token: Token): null {
    this.#valueEnd = token.end;
    this.#expecting = 'next';
    return null;
  }

  #broken(token: Token, by: BrokenBy, most?: number): Scan {
    const found = this.#text.slice(token.start, Math.min(token.end, token.start + 40));
    const why = { by, found, ...(most === undefined ? {} : { most }) };
    const { length: depth } = this.#frames;
    return { kind: 'broken', at: token.start, depth, looksLikeJson: this.#looksLikeJson, why };
  }

  #path(): Path {
    return this.#frames.map((frame) => frame.place).join('.');
  }

  #next(): Token {
    if (!this.#skipSpaceAndComments()) return this.#token('end', this.#at, this.#text.length);
    const start = this.#at;
    const char = this.#text.charAt(start);
    const sign = punctuation.get(char);
    if (sign !== undefined) return this.#token(sign, start, start + 1);
    const closing = closingQuote.get(char);
    if (closing !== undefined) return this.#string(start, closing);
    const wordEnd = matchEnd(wordPattern, this.#text, start);
    if (wordEnd > 0) return this.#token('word', start, wordEnd);
    const numberEnd = matchEnd(numberLike, this.#text, start);
    if (numberEnd < 0) return this.#token('bad', start, start + 1);
    const isNumber = numberPattern.test(this.#text.slice(start, numberEnd));
    return this.#token(isNumber ? 'number' : 'bad', start, numberEnd);
  }

  #token(kind: Token['kind'], start: number, end: number): Token {
    this.#at = end;
    return { kind, start, end };
  }

  /**
   * False when the text ended. Leaves a lone slash in place for `next` to find bad, and a `#` too: JSON with hash comments is
   * no format that exists, and a `#` more likely begins a quoted heading.
   */
  #skipSpaceAndComments(): boolean {
    const text = this.#text;
    while (this.#at < text.length) {
      const code = text.charCodeAt(this.#at);
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
        this.#at += 1;
      } else if (code === 0x2f) {
        const second = text.charAt(this.#at + 1);
        if (second === '') return false;
        if (second !== '/' && second !== '*') return true;
        const closing = text.indexOf(second === '/' ? '\n' : '*/', this.#at + 2);
        if (closing < 0) return false;
        this.#mends.add('removed a comment');
        this.#at = closing + (second === '/' ? 1 : 2);
      } else if (code >= 0xa0 && unusualSpace.test(text.charAt(this.#at))) {
        this.#mends.add('replaced unusual white space by plain spaces');
        this.#at += 1;
      } else {
        return true;
      }
    }
    return false;
  }

  #string(start: number, closing: string): Token {
    const text = this.#text;
    const closingCode = closing.charCodeAt(0);
    if (closing === "'") this.#mends.add('replaced single quotes by double quotes');
    else if (closing !== '"') this.#mends.add('replaced typographic quotes by plain ones');
    for (let at = start + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === closingCode) return this.#token('string', start, at + 1);
      if (code < 0x20) {
        if (!'\b\f\n\r\t'.includes(text.charAt(at))) return this.#token('bad', start, at + 1);
        this.#mends.add('escaped a line break or control character inside a text');
      } else if (code === 0x5c) {
        at += 1;
        const escaped = text.charAt(at);
        if (escaped === 'u') {
          if (at + 4 >= text.length) break;
          if (matchEnd(fourHexDigits, text, at + 1) < 0) return this.#token('bad', at - 1, at + 1);
        } else if (!'"\\/bfnrt'.includes(escaped) && escaped !== closing) {
          this.#mends.add('removed a stray backslash inside a text');
        }
      }
    }
    return this.#token('end', start, text.length);
  }
}

/** What a string token says, its quotes and escapes undone. */
function stringContent(lexeme: string): string {
  const inner = lexeme.slice(1, -1);
  if (!inner.includes('\\')) return inner;
  return inner.replace(
    /\\(?:u([0-9A-Fa-f]{4})|([\s\S]))/g,
    (_whole, hex: string | undefined, char: string) =>
      hex === undefined ? (escapes.get(char) ?? char) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
