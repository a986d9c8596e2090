import type { Mend } from '../../i18n/en/causes';
import type { Json, JsonObject } from '../../kit/json';
import type { Path } from '../../rubric/path';
import type { BrokenBy, Cause } from '../cause';

export interface Why {
  by: BrokenBy;
  found: string;
  most?: number;
}

export type Scan =
  | {
      kind: 'complete';
      end: number;
      value: Json;
      /** Empty: the text is JSON as it stands. */
      mends: Mend[];
      keys: string[];
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

const failed = Symbol('failed');
const maxDepth = 64;
const closingQuotes: Partial<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’' };
const punctuation: Partial<Record<string, Token['kind']>> = {
  '{': 'open',
  '[': 'open',
  '}': 'close',
  ']': 'close',
  ':': 'colon',
  ',': 'comma',
};
const literals = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
]);
const escapes: Partial<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** Those that can be seen, and the byte order mark. Zero-width characters are refused: they cannot be seen. */
const unusualSpace = /[\u00a0\u180e\u2000-\u200a\u202f\u205f\u3000\ufeff]/;
const wordPattern = /[A-Za-z_$][\w$-]*/y;
const numberLike = /[-+.\d][-+.\w]*/y;
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const fourHexDigits = /[0-9A-Fa-f]{4}/y;

export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/**
 * Reads one object or list up to its closing bracket. Mends slips that leave no doubt about what was meant; anything else makes
 * the value broken, and a text that ends first unfinished. Never looks back, so it is linear in the text.
 */
export function scanJson(text: string, start: number): Scan {
  return new JsonScan(text, start).scan();
}

class JsonScan {
  readonly #text: string;
  readonly #mends = new Set<Mend>();
  readonly #keys: string[] = [];
  readonly #numbers = new Map<Path, number>();
  #fault: Cause | null = null;
  #looksLikeJson = false;
  #depth = 0;
  #at: number;
  #failure: Scan = { kind: 'unfinished' };

  constructor(text: string, start: number) {
    this.#text = text;
    this.#at = start;
  }

  scan(): Scan {
    const token = this.#next();
    const value = token.kind === 'open' ? this.#value(token, '') : this.#fail(token, 'value');
    if (value === failed) return this.#failure;
    return {
      kind: 'complete',
      end: this.#at,
      value,
      mends: [...this.#mends],
      keys: this.#keys,
      numbers: this.#numbers,
      fault: this.#fault,
    };
  }

  #value(token: Token, place: Path): Json | typeof failed {
    const lexeme = this.#text.slice(token.start, token.end);
    switch (token.kind) {
      case 'open': {
        if (this.#depth === maxDepth) return this.#fail(token, 'depth', maxDepth);
        const prefix = this.#depth === 0 ? '' : `${place}.`;
        this.#depth += 1;
        const value = lexeme === '{' ? this.#object(prefix) : this.#list(prefix);
        this.#depth -= 1;
        return value;
      }
      case 'number': {
        const number = Number(lexeme);
        if (!Number.isFinite(number)) this.#fault ??= { code: 'number-too-large', at: place };
        this.#numbers.set(place, token.start);
        return number;
      }
      case 'word': {
        const literal = literals.get(lexeme);
        if (literal === undefined) return this.#fail(token, 'bare-word');
        if (/^[A-Z]/.test(lexeme)) this.#mends.add('replaced a Python literal by its JSON word');
        return literal;
      }
      case 'string':
        return stringContent(lexeme);
      default:
        return this.#fail(token, lexeme === ']' ? 'bracket' : 'value');
    }
  }

  #object(prefix: string): JsonObject | typeof failed {
    const entries: JsonObject = {};
    for (let first = true; ; first = false) {
      const from = this.#at;
      // Only at a line end can a missing comma be told from a text whose inner quotes were not escaped.
      const lacksComma = ({ kind, start }: Token) =>
        kind === 'string' && this.#text.slice(from, start).includes('\n');
      const token = this.#nextMember('}', first, lacksComma);
      if (token === null) return entries;
      if (token === failed) return failed;
      if (token.kind !== 'string' && token.kind !== 'word') return this.#fail(token, 'key');
      const lexeme = this.#text.slice(token.start, token.end);
      if (token.kind === 'word') this.#mends.add('put quotes around a key');
      const key = token.kind === 'word' ? lexeme : stringContent(lexeme);
      if (Object.hasOwn(entries, key)) this.#fault ??= { code: 'key-twice', at: `${prefix}${key}` };
      if (key === '__proto__') this.#fault ??= { code: 'forbidden-key' };
      this.#keys.push(key);
      const colon = this.#next();
      if (colon.kind !== 'colon' && colon.kind !== 'close') return this.#fail(colon, 'colon');
      if (colon.kind === 'colon') this.#looksLikeJson = true;
      const value = this.#value(colon.kind === 'colon' ? this.#next() : colon, `${prefix}${key}`);
      if (value === failed) return failed;
      if (key !== '__proto__') entries[key] = value;
    }
  }

  #list(prefix: string): Json[] | typeof failed {
    const items: Json[] = [];
    for (;;) {
      const last = items.at(-1) ?? null;
      const lacksComma = ({ kind }: Token) => kind === 'open' && typeof last === 'object' && last !== null;
      const token = this.#nextMember(']', items.length === 0, lacksComma);
      if (token === null) return items;
      if (token === failed) return failed;
      const value = this.#value(token, `${prefix}${items.length}`);
      if (value === failed) return failed;
      items.push(value);
    }
  }

  #nextMember(
    closing: '}' | ']',
    first: boolean,
    lacksComma: (token: Token) => boolean,
  ): Token | null | typeof failed {
    let token = this.#next();
    const comma = !first && token.kind === 'comma';
    if (comma) token = this.#next();
    else if (!first && token.kind !== 'close') {
      if (!lacksComma(token)) return this.#fail(token, 'comma');
      this.#mends.add('added a missing comma');
    }
    if (token.kind !== 'close') return token;
    if (this.#text[token.start] !== closing) return this.#fail(token, 'bracket');
    if (comma) this.#mends.add('removed a trailing comma');
    return null;
  }

  #fail(token: Token, by: BrokenBy, most?: number): typeof failed {
    // Where the text ended, the value is only unfinished.
    if (token.kind === 'end') return failed;
    const found = this.#text.slice(token.start, Math.min(token.end, token.start + 40));
    const why = { by, found, ...(most !== undefined && { most }) };
    const [at, depth, looksLikeJson] = [token.start, this.#depth, this.#looksLikeJson];
    this.#failure = { kind: 'broken', at, depth, looksLikeJson, why };
    return failed;
  }

  #next(): Token {
    if (!this.#skipSpaceAndComments()) return this.#token('end', this.#at, this.#text.length);
    const start = this.#at;
    const char = this.#text.charAt(start);
    const sign = punctuation[char];
    if (sign !== undefined) return this.#token(sign, start, start + 1);
    const closing = closingQuotes[char];
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

  /** False when the text ended. Leaves a lone slash and a `#` in place: a `#` more likely begins a quoted heading. */
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
      if (code === closingCode) {
        if (closing === '"') this.#looksLikeJson = true;
        return this.#token('string', start, at + 1);
      }
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

function stringContent(lexeme: string): string {
  const inner = lexeme.slice(1, -1);
  if (!inner.includes('\\')) return inner;
  return inner.replace(
    /\\(?:u([0-9A-Fa-f]{4})|([\s\S]))/g,
    (_whole, hex: string | undefined, char: string) =>
      hex === undefined ? (escapes[char] ?? char) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
