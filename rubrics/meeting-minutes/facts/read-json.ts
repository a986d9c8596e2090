import { part, type Passage } from './passage';

/** JSON in which every string still knows its place. */
export type JsonNode =
  | { kind: 'object'; entries: { key: Passage; value: JsonNode }[] }
  | { kind: 'array'; items: JsonNode[] }
  | { kind: 'string'; passage: Passage }
  | { kind: 'scalar'; text: string };

class Unreadable extends Error {}

const MAX_DEPTH = 64;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** The JSON of a text, also inside a code fence; null when it is none. A comma too many is forgiven. */
export function readJson(source: string): JsonNode | null {
  const fence = /```[\w-]*[ \t]*\n([\s\S]*?)```/u.exec(source);
  const start = fence ? fence.index + fence[0].indexOf('\n') + 1 : 0;
  const end = fence ? start + (fence[1]?.length ?? 0) : source.length;
  try {
    return new Reader(source, start, end).document();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

class Reader {
  readonly #source: string;
  readonly #end: number;
  #at: number;

  constructor(source: string, start: number, end: number) {
    this.#source = source;
    this.#at = start;
    this.#end = end;
  }

  document(): JsonNode {
    this.#skipSpace();
    const first = this.#peek();
    if (first !== '{' && first !== '[') throw new Unreadable();
    const node = this.#value(0);
    this.#skipSpace();
    if (this.#at < this.#end) throw new Unreadable();
    return node;
  }

  #value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw new Unreadable();
    this.#skipSpace();
    const next = this.#peek();
    if (next === '{') return this.#object(depth);
    if (next === '[') return this.#array(depth);
    if (next === '"') return { kind: 'string', passage: this.#string() };
    const scalar = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/u.exec(
      this.#source.slice(this.#at, Math.min(this.#end, this.#at + 40)),
    );
    if (!scalar) throw new Unreadable();
    this.#at += scalar[0].length;
    return { kind: 'scalar', text: scalar[0] };
  }

  #object(depth: number): JsonNode {
    const entries: { key: Passage; value: JsonNode }[] = [];
    this.#list('}', () => {
      if (this.#peek() !== '"') throw new Unreadable();
      const key = this.#string();
      this.#skipSpace();
      this.#expect(':');
      entries.push({ key, value: this.#value(depth + 1) });
    });
    return { kind: 'object', entries };
  }

  #array(depth: number): JsonNode {
    const items: JsonNode[] = [];
    this.#list(']', () => items.push(this.#value(depth + 1)));
    return { kind: 'array', items };
  }

  #list(close: string, readOne: () => void): void {
    this.#at += 1;
    for (;;) {
      this.#skipSpace();
      if (this.#peek() === close) break;
      readOne();
      this.#skipSpace();
      if (this.#peek() === ',') this.#at += 1;
      else if (this.#peek() !== close) throw new Unreadable();
    }
    this.#at += 1;
  }

  #string(): Passage {
    this.#expect('"');
    const offsets: number[] = [];
    let text = '';
    for (;;) {
      if (this.#at >= this.#end) throw new Unreadable();
      const start = this.#at;
      const character = this.#peek();
      this.#at += 1;
      if (character === '"') return part({ text, offsets: [...offsets, start] }, 0, text.length);
      offsets.push(start);
      text += character === '\\' ? this.#escape() : character;
    }
  }

  #escape(): string {
    const letter = this.#peek();
    this.#at += 1;
    if (letter !== 'u') {
      const plain = ESCAPES[letter];
      if (plain === undefined) throw new Unreadable();
      return plain;
    }
    const code = this.#source.slice(this.#at, this.#at + 4);
    if (!/^[0-9a-fA-F]{4}$/u.test(code)) throw new Unreadable();
    this.#at += 4;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  #expect(character: string): void {
    if (this.#peek() !== character) throw new Unreadable();
    this.#at += 1;
  }

  #skipSpace(): void {
    while (this.#at < this.#end && /\s/u.test(this.#peek())) this.#at += 1;
  }

  #peek(): string {
    return this.#at < this.#end ? this.#source.charAt(this.#at) : '';
  }
}
