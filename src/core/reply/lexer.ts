import type { Mend } from '../model/mend';

export interface Token {
  /** `bad`: nothing JSON or its common slips know. `end`: the text stopped before the token was whole. */
  kind: 'open' | 'close' | 'colon' | 'comma' | 'string' | 'number' | 'word' | 'bad' | 'end';
  start: number;
  end: number;
}

const CLOSING_QUOTE = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
]);
const PUNCTUATION = new Map<string, Token['kind']>([
  ['{', 'open'],
  ['[', 'open'],
  ['}', 'close'],
  [']', 'close'],
  [':', 'colon'],
  [',', 'comma'],
]);
const ESCAPES = '"\\/bfnrt';
/** Those that can be seen, and the byte order mark. Zero-width characters are refused: nobody sees what they part. */
const UNUSUAL_SPACE = /[\u00a0\u180e\u2000-\u200a\u202f\u205f\u3000\ufeff]/;
const WORD = /[A-Za-z_$][\w$-]*/y;
const NUMBER_LIKE = /[-+.\d][-+.\w]*/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const FOUR_HEX_DIGITS = /[0-9A-Fa-f]{4}/y;

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Reads JSON, and the slips models make in it, one token at a time. Never looks back, so it is linear in the text. */
export class Lexer {
  readonly mends = new Set<Mend>();
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  next(): Token {
    if (!this.#skipSpaceAndComments()) return this.#token('end', this.#at, this.#text.length);
    const start = this.#at;
    const char = this.#text.charAt(start);
    const punctuation = PUNCTUATION.get(char);
    if (punctuation !== undefined) return this.#token(punctuation, start, start + 1);
    const closing = CLOSING_QUOTE.get(char);
    if (closing !== undefined) return this.#string(start, closing);
    const wordEnd = matchEnd(WORD, this.#text, start);
    if (wordEnd > 0) return this.#token('word', start, wordEnd);
    const numberEnd = matchEnd(NUMBER_LIKE, this.#text, start);
    if (numberEnd > 0) {
      const kind = NUMBER.test(this.#text.slice(start, numberEnd)) ? 'number' : 'bad';
      return this.#token(kind, start, numberEnd);
    }
    return this.#token('bad', start, start + 1);
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
        this.mends.add('removed a comment');
        this.#at = closing + (second === '/' ? 1 : 2);
      } else if (code >= 0xa0 && UNUSUAL_SPACE.test(text.charAt(this.#at))) {
        this.mends.add('replaced unusual white space by plain spaces');
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
    if (closing === "'") this.mends.add('replaced single quotes by double quotes');
    else if (closing !== '"') this.mends.add('replaced typographic quotes by plain ones');
    for (let at = start + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === closingCode) return this.#token('string', start, at + 1);
      if (code < 0x20) {
        this.mends.add('escaped a line break or control character inside a text');
      } else if (code === 0x5c) {
        at += 1;
        const escaped = text.charAt(at);
        if (escaped === 'u') {
          if (at + 4 >= text.length) break;
          if (matchEnd(FOUR_HEX_DIGITS, text, at + 1) < 0) return this.#token('bad', at - 1, at + 1);
        } else if (!ESCAPES.includes(escaped) && escaped !== closing) {
          this.mends.add('removed a stray backslash inside a text');
        }
      }
    }
    return this.#token('end', start, text.length);
  }
}

const ESCAPED = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** What a string token says, its quotes and escapes undone. */
export function stringContent(lexeme: string): string {
  const inner = lexeme.slice(1, -1);
  if (!inner.includes('\\')) return inner;
  return inner.replace(
    /\\(?:u([0-9A-Fa-f]{4})|([\s\S]))/g,
    (_whole, hex: string | undefined, char: string) =>
      hex === undefined ? (ESCAPED.get(char) ?? char) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
