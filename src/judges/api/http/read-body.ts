import type { BodyRead } from './send';

/** Of a reply in one piece, and of a stream, which carries far more than its words. */
export const mostReplyBytes = 8_000_000;
export const mostStreamBytes = 32_000_000;
/** What an error says is shorter: no more of it is read. */
export const mostErrorBytes = 256_000;
const bytesPerTurn = 500_000;

/** Reads a body by piece, at most so many bytes. `turn` lets the page do something else: a server may send faster than it reads. */
export class BodyReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  readonly #most: number;
  readonly #turn: (() => Promise<void>) | undefined;
  #bytes = 0;
  #nextTurn = bytesPerTurn;

  constructor(body: ReadableStream<Uint8Array>, most: number, turn?: () => Promise<void>) {
    this.#reader = body.getReader();
    this.#most = most;
    this.#turn = turn;
  }

  get isTooLong(): boolean {
    return this.#bytes > this.#most;
  }

  /** Rejects where the connection breaks. */
  async next(): Promise<{ text: string; done: boolean }> {
    const { value } = await this.#reader.read();
    if (value === undefined) return { text: this.#decoder.decode(), done: true };
    const room = this.#most - this.#bytes;
    this.#bytes += value.length;
    if (this.#bytes >= this.#nextTurn) {
      this.#nextTurn = this.#bytes + bytesPerTurn;
      await this.#turn?.();
    }
    const text = this.#decoder.decode(value.subarray(0, Math.max(0, room)), { stream: true });
    return { text, done: this.isTooLong };
  }

  /** Ends the connection where more could come. */
  cancel(): void {
    this.#reader.cancel().catch(() => undefined);
  }
}

export async function readText({ body, ok }: Response): Promise<BodyRead> {
  if (body === null) return { text: '' };
  const reader = new BodyReader(body, ok ? mostReplyBytes : mostErrorBytes);
  const pieces: string[] = [];
  try {
    for (let done = false; !done;) {
      const piece = await reader.next();
      pieces.push(piece.text);
      ({ done } = piece);
    }
  } finally {
    reader.cancel();
  }
  return ok && reader.isTooLong ? { fault: 'reply-too-long' } : { text: pieces.join('') };
}

/** JSON that begins right and ends early: what a proxy passes on that was cut behind it. */
export function endsEarly(text: string): boolean {
  if (!/^\s*(?:\{\s*(?:"|$)|\[)/.test(text)) return false;
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (inText && character === '\\') at += 1;
    else if (character === '"') inText = !inText;
    else if (inText) continue;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
  }
  return depth > 0 || inText;
}
