import type { BrokenBy, Cause } from '../model/cause';
import type { Mend } from '../model/mend';
import { Lexer, stringContent, type Token } from './lexer';

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
      /** Empty: the text is JSON as it stands. */
      mends: Mend[];
      /** Every key at every depth, in the order of the text. */
      keys: string[];
      /** Why the value must not be used although it can be read. */
      fault: Cause | null;
    }
  | { kind: 'broken'; at: number; depth: number; looksLikeJson: boolean; why: Why }
  | { kind: 'unfinished' };

interface Frame {
  isObject: boolean;
  keys: Set<string>;
  /** The key or place now being read, for messages. */
  place: string;
  lastClosed: boolean;
}

type Expecting = 'first key' | 'key' | 'colon' | 'first value' | 'value' | 'next';

const MAX_DEPTH = 64;
const JSON_WORDS = new Set(['true', 'false', 'null']);
const PYTHON_WORDS = new Set(['True', 'False', 'None']);

/**
 * Follows one object or list from its opening bracket to the matching closing one. Knows JSON and the slips that
 * leave no doubt about what was meant; anything else makes the value broken, and a text that ends first unfinished.
 */
export function scanValue(text: string, start: number): Scan {
  return new ValueScan(text, start).scan();
}

class ValueScan {
  readonly #text: string;
  readonly #lexer: Lexer;
  readonly #frames: Frame[] = [];
  readonly #keys: string[] = [];
  #expecting: Expecting = 'first value';
  #fault: Cause | null = null;
  #looksLikeJson = false;
  #valueEnd: number;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#lexer = new Lexer(text, start);
    this.#valueEnd = start;
  }

  scan(): Scan {
    for (;;) {
      const token = this.#lexer.next();
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
      if (token.kind === 'comma') {
        this.#expecting = frame.isObject ? 'key' : 'value';
        return null;
      }
      if (!this.#lacksOnlyComma(token, frame)) return this.#broken(token, 'comma');
      this.#lexer.mends.add('added a missing comma');
      this.#expecting = frame.isObject ? 'key' : 'value';
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
    if (!frame || frame.isObject !== (this.#text[token.start] === '}')) return this.#broken(token, 'bracket');
    if (expecting === 'colon' || (expecting === 'value' && frame.isObject))
      return this.#broken(token, 'value');
    const { mends } = this.#lexer;
    if (expecting === 'key' || expecting === 'value') mends.add('removed a trailing comma');
    this.#frames.pop();
    const parent = this.#frames.at(-1);
    if (!parent)
      return { kind: 'complete', end: token.end, mends: [...mends], keys: this.#keys, fault: this.#fault };
    parent.lastClosed = true;
    this.#endValue(token);
    return null;
  }

  /** Only at a line end is a missing comma told from a text whose inner quotes were not escaped. */
  #lacksOnlyComma(token: Token, frame: Frame): boolean {
    if (!frame.isObject) return frame.lastClosed && token.kind === 'open';
    return token.kind === 'string' && this.#text.slice(this.#valueEnd, token.start).includes('\n');
  }

  #takeKey(token: Token, frame: Frame): Scan | null {
    const key = keyOf(this.#text, token);
    if (key === null) return this.#broken(token, 'key');
    if (token.kind === 'word') this.#lexer.mends.add('put quotes around a key');
    frame.place = key;
    if (frame.keys.has(key)) this.#fault ??= { code: 'key-twice', at: placeOf(this.#frames) };
    if (key === '__proto__') this.#fault ??= { code: 'forbidden-key' };
    frame.keys.add(key);
    this.#keys.push(key);
    this.#expecting = 'colon';
    return null;
  }

  #takeValue(token: Token, frame: Frame | undefined): Scan | null {
    if (frame) {
      frame.lastClosed = false;
      if (!frame.isObject) frame.place = frame.place === '' ? '0' : String(Number(frame.place) + 1);
    }
    if (token.kind === 'open') return this.#open(token);
    const lexeme = this.#text.slice(token.start, token.end);
    if (token.kind === 'number') {
      if (!Number.isFinite(Number(lexeme)))
        this.#fault ??= { code: 'number-too-large', at: placeOf(this.#frames) };
    } else if (token.kind === 'word') {
      if (PYTHON_WORDS.has(lexeme)) this.#lexer.mends.add('replaced a Python literal by its JSON word');
      else if (!JSON_WORDS.has(lexeme)) return this.#broken(token, 'bare-word');
    } else if (token.kind !== 'string') {
      return this.#broken(token, 'value');
    }
    this.#endValue(token);
    return null;
  }

  #open(token: Token): Scan | null {
    if (this.#frames.length === MAX_DEPTH) return this.#broken(token, 'depth', MAX_DEPTH);
    const isObject = this.#text[token.start] === '{';
    this.#frames.push({ isObject, keys: new Set(), place: '', lastClosed: false });
    this.#expecting = isObject ? 'first key' : 'first value';
    return null;
  }

  #endValue(token: Token): void {
    this.#valueEnd = token.end;
    this.#expecting = 'next';
  }

  #broken(token: Token, by: BrokenBy, most?: number): Scan {
    const found = this.#text.slice(token.start, Math.min(token.end, token.start + 40));
    return {
      kind: 'broken',
      at: token.start,
      depth: this.#frames.length,
      looksLikeJson: this.#looksLikeJson,
      why: { by, found, ...(most === undefined ? {} : { most }) },
    };
  }
}

function keyOf(text: string, token: Token): string | null {
  const lexeme = text.slice(token.start, token.end);
  if (token.kind === 'string') return stringContent(lexeme);
  return token.kind === 'word' ? lexeme : null;
}

function placeOf(frames: readonly Frame[]): string {
  return frames.map((frame) => frame.place).join('.');
}
