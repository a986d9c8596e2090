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
  const lexer = new Lexer(text, start);
  const frames: Frame[] = [];
  const keys: string[] = [];
  let expecting: Expecting = 'first value';
  let fault: Cause | null = null;
  let looksLikeJson = false;
  let valueEnd = start;

  for (;;) {
    const token = lexer.next();
    if (token.kind === 'end') return { kind: 'unfinished' };
    const frame = frames.at(-1);
    const lexeme = text.slice(token.start, Math.min(token.end, token.start + 40));
    const broken = (by: BrokenBy, most?: number): Scan => ({
      kind: 'broken',
      at: token.start,
      depth: frames.length,
      looksLikeJson,
      why: { by, found: lexeme, ...(most === undefined ? {} : { most }) },
    });
    if (token.kind === 'string' && lexeme.startsWith('"')) looksLikeJson = true;

    if (token.kind === 'close') {
      if (frame === undefined || frame.isObject !== (lexeme === '}')) return broken('bracket');
      if (expecting === 'colon' || (expecting === 'value' && frame.isObject)) return broken('value');
      if (expecting === 'key' || expecting === 'value') lexer.mends.add('removed a trailing comma');
      frames.pop();
      const parent = frames.at(-1);
      if (parent === undefined) {
        return { kind: 'complete', end: token.end, mends: [...lexer.mends], keys, fault };
      }
      parent.lastClosed = true;
      valueEnd = token.end;
      expecting = 'next';
      continue;
    }

    if (expecting === 'next' && frame !== undefined) {
      if (token.kind === 'comma') {
        expecting = frame.isObject ? 'key' : 'value';
        continue;
      }
      // Only at a line end is a missing comma told from a text whose inner quotes were not escaped.
      const isKey =
        frame.isObject && token.kind === 'string' && text.slice(valueEnd, token.start).includes('\n');
      const isNextObject = !frame.isObject && frame.lastClosed && token.kind === 'open';
      if (!isKey && !isNextObject) return broken('comma');
      lexer.mends.add('added a missing comma');
      expecting = isKey ? 'key' : 'value';
    }

    if (expecting === 'colon') {
      if (token.kind !== 'colon') return broken('colon');
      looksLikeJson = true;
      expecting = 'value';
      continue;
    }

    if ((expecting === 'first key' || expecting === 'key') && frame !== undefined) {
      const key = keyOf(text, token);
      if (key === null) return broken('key');
      if (token.kind === 'word') lexer.mends.add('put quotes around a key');
      frame.place = key;
      if (frame.keys.has(key)) fault ??= { code: 'key-twice', at: placeOf(frames) };
      if (key === '__proto__') fault ??= { code: 'forbidden-key' };
      frame.keys.add(key);
      keys.push(key);
      expecting = 'colon';
      continue;
    }

    if (frame !== undefined) {
      frame.lastClosed = false;
      if (!frame.isObject) frame.place = frame.place === '' ? '0' : String(Number(frame.place) + 1);
    }
    if (token.kind === 'open') {
      if (frames.length === MAX_DEPTH) return broken('depth', MAX_DEPTH);
      const isObject = lexeme === '{';
      frames.push({ isObject, keys: new Set(), place: '', lastClosed: false });
      expecting = isObject ? 'first key' : 'first value';
      continue;
    }
    if (token.kind === 'number') {
      const isFinite = Number.isFinite(Number(text.slice(token.start, token.end)));
      if (!isFinite) fault ??= { code: 'number-too-large', at: placeOf(frames) };
    } else if (token.kind === 'word') {
      if (PYTHON_WORDS.has(lexeme)) lexer.mends.add('replaced a Python literal by its JSON word');
      else if (!JSON_WORDS.has(lexeme)) return broken('bare-word');
    } else if (token.kind !== 'string') {
      return broken('value');
    }
    valueEnd = token.end;
    expecting = 'next';
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
