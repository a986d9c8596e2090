import type { WireFormat } from '../protocols/wire-format';
import { parseJson } from '../../../kit/json';
import type { BodyRead, Sleep } from './send';

/** Reads server-sent events from text that comes in pieces of any size. Only their data counts: the formats repeat the rest in it. */
export class EventReader {
  #rest = '';

  take(piece: string): string[] {
    const text = this.#rest + piece;
    // A CR at the very end may be half of a CRLF.
    const held = text.endsWith('\r') ? '\r' : '';
    const events = text
      .slice(0, text.length - held.length)
      .replace(/\r\n?/g, '\n')
      .split('\n\n');
    this.#rest = (events.pop() ?? '') + held;
    return events.flatMap(dataOf);
  }

  /** The data of a last event that no empty line closed. */
  end(): string[] {
    return [...this.take('\n'), ...dataOf(this.#rest)];
  }
}

function dataOf(event: string): string[] {
  const lines = event.split('\n').flatMap((line) => /^data(?:: ?(.*))?$/s.exec(line)?.[1] ?? []);
  return lines.every((line) => line === '') ? [] : [lines.join('\n')];
}

const nothing = () => null;
/** Some servers count tokens after the end of a reply; some of Google's models call every piece the last. */
export const afterEndMilliseconds = 5000;

/** Reads a streamed reply as if it had come in one piece. What came of one that broke off is returned too: it was paid for. */
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
        const event = parseJson(data);
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
