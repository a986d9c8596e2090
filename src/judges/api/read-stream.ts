import type { BodyRead } from './send';
import { EventReader } from './sse';
import type { WireFormat } from './wire-format';

/**
 * How long more is waited for after a reply that may be whole. Some servers count its tokens after its end; some models of Google,
 * and proxies before them, say of each piece that it is the last.
 */
const afterEndMilliseconds = 5000;

/**
 * A reply that comes piece by piece, as it would have come in one. A stream that ends before the server says that the reply is
 * whole was broken off, whatever it said until then; that is told beside it, since it was paid for. One that is whole is taken,
 * even if the server never closes it.
 */
export async function readStream(
  body: ReadableStream<Uint8Array>,
  wire: WireFormat,
  onText: (soFar: string) => void,
): Promise<BodyRead> {
  const events = new EventReader();
  const decoder = new TextDecoder();
  const assembly = wire.assembly();
  const reader = body.getReader();
  const patience = new Patience();
  let told = 0;
  let ended = false;
  const came = () => ({ usage: assembly.usage(), text: assembly.text() });
  try {
    for (let done = false; !done;) {
      const piece = await patience.over(reader.read());
      if (piece === null) break;
      ({ done } = piece);
      const datas = piece.done
        ? [...events.take(decoder.decode()), ...events.end()]
        : events.take(decoder.decode(piece.value, { stream: true }));
      for (const data of datas) {
        if (data.trim() === '[DONE]') {
          done = true;
          ended = assembly.text() !== '';
          break;
        }
        const event = parse(data);
        // Half an event at the very end is what a broken connection leaves.
        if (event === null) return { fault: done ? 'broken-off' : 'format', came: came() };
        if (wire.readError(event.json) !== null) return { text: data, came: came() };
        assembly.take(event.json);
      }
      const text = assembly.text();
      if (text.length > told) onText(text);
      told = text.length;
      if (assembly.isOver()) done = true;
      // A comment that only keeps the connection awake is nothing more, and an end before the first word is none.
      else if (datas.length > 0 && text !== '' && assembly.whole() !== null)
        patience.begin(afterEndMilliseconds);
    }
  } catch {
    return { fault: 'broken-off', came: came() };
  } finally {
    patience.end();
    // Whoever stops reading early lets the connection go.
    reader.cancel().catch(() => undefined);
  }
  const whole = assembly.whole(ended);
  return whole === null ? { fault: 'broken-off', came: came() } : { text: '', json: whole };
}

/** Without end, until it begins to run out. */
class Patience {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #spent: Promise<null> | null = null;

  /** Anew, however much of it was left. */
  begin(milliseconds: number): void {
    this.end();
    this.#spent = new Promise((resolve) => {
      this.#timer = setTimeout(() => resolve(null), milliseconds);
    });
  }
  end(): void {
    clearTimeout(this.#timer);
  }
  /** Null where it ran out before. */
  over<T>(awaited: Promise<T>): Promise<T | null> {
    return this.#spent ? Promise.race([awaited, this.#spent]) : awaited;
  }
}

function parse(data: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(data) };
  } catch {
    return null;
  }
}
