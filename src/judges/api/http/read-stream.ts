import type { WireFormat } from '../protocols/wire-format';
import { jsonIn, type BodyRead, type Sleep } from './send';

/** Reads server-sent events from text that comes in pieces of any size. Only their data counts: the formats repeat the rest in it. */
export class EventReader {
  /** A line whose end has not come. */
  #rest = '';
  #data: string[] = [];

  /** The data of the events that this piece completes. */
  take(piece: string): string[] {
    const text = this.#rest + piece;
    // A CR at the very end may be half of a CRLF.
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#line(line));
  }

  /** The data of a last event that no empty line closed. */
  end(): string[] {
    const last = this.#line(this.#rest.replace(/\r$/, ''));
    this.#rest = '';
    return [...last, ...this.#line('')];
  }

  #line(line: string): string[] {
    if (line === '') {
      const event = this.#data.join('\n');
      this.#data = [];
      return event === '' ? [] : [event];
    }
    const [, value] = /^data(?:: ?(.*))?$/s.exec(line) ?? [];
    if (value !== undefined) this.#data.push(value);
    return [];
  }
}

const nothing = () => null;
/**
 * How long to wait for more after a reply that may be complete. Some servers count tokens after its end; some of Google's models,
 * and proxies before them, call every piece the last.
 */
export const afterEndMilliseconds = 5000;

/**
 * Reads a streamed reply as if it had come in one piece. A stream that ends before the server says that the reply is complete was
 * broken off; what had come is returned beside the fault, since it was paid for. A complete reply counts even if the server never
 * closes the stream.
 */
export async function readStream(
  body: ReadableStream<Uint8Array>,
  wire: WireFormat,
  { onText, sleep }: { onText: (soFar: string) => void; sleep: Sleep },
): Promise<BodyRead> {
  const events = new EventReader();
  const decoder = new TextDecoder();
  const assembly = wire.assembly();
  const reader = body.getReader();
  let timer = new AbortController();
  let timeout: Promise<null> | null = null;
  let shown = 0;
  let ended = false;
  try {
    for (let done = false; !done;) {
      const piece = await (timeout ? Promise.race([reader.read(), timeout]) : reader.read());
      if (piece === null) break;
      ({ done } = piece);
      const datas = piece.done
        ? [...events.take(decoder.decode()), ...events.end()]
        : events.take(decoder.decode(piece.value, { stream: true }));
      for (const data of datas) {
        if (data.trim() === '[DONE]') {
          done = true;
          ended = assembly.soFar().text !== '';
          break;
        }
        const event = jsonIn(data);
        // Half an event at the very end is what a broken connection leaves.
        if (event === undefined) return { fault: done ? 'broken-off' : 'format', came: assembly.soFar() };
        if (wire.readError(event) !== null) return { text: data, came: assembly.soFar() };
        assembly.take(event);
      }
      const { text } = assembly.soFar();
      if (text.length > shown) onText(text);
      shown = text.length;
      if (assembly.isOver()) done = true;
      // A comment that keeps the connection open brings no data, and an end before the first word is none.
      else if (datas.length > 0 && text !== '' && assembly.whole() !== null) {
        timer.abort();
        timer = new AbortController();
        timeout = sleep(afterEndMilliseconds, timer.signal).then(nothing, nothing);
      }
    }
  } catch {
    return { fault: 'broken-off', came: assembly.soFar() };
  } finally {
    timer.abort();
    // Reading may end early: the connection is not needed any longer.
    reader.cancel().catch(() => undefined);
  }
  const whole = assembly.whole(ended);
  return whole === null ? { fault: 'broken-off', came: assembly.soFar() } : { text: '', json: whole };
}
