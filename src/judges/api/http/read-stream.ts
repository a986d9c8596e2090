import type { WireFormat } from '../protocols/wire-format';
import { parseJson } from '../../../kit/json';
import { BodyReader, mostStreamBytes } from './read-body';
import type { BodyRead, Sleep } from './send';

/**
 * Reads server-sent events from text that comes in pieces of any size, and looks at each piece once. Only their data counts: the
 * formats repeat the rest in it.
 */
export class EventReader {
  /** The beginning of a line whose end has not come. */
  #line: string[] = [];
  #data: string[] = [];
  #endedInCr = false;

  take(piece: string): string[] {
    if (piece === '') return [];
    // A line end may come in two halves.
    const lines = (this.#endedInCr && piece.startsWith('\n') ? piece.slice(1) : piece).split(/\r\n?|\n/);
    this.#endedInCr = piece.endsWith('\r');
    const unfinished = lines.pop() ?? '';
    const events = lines.flatMap((end) => {
      const line = [...this.#line, end].join('');
      this.#line = [];
      return this.#takeLine(line);
    });
    if (unfinished !== '') this.#line.push(unfinished);
    return events;
  }

  /** The data of a last event that no empty line closed. */
  end(): string[] {
    return this.take('\n\n');
  }

  #takeLine(line: string): string[] {
    if (line !== '') {
      const [, data] = /^data(?:: ?(.*))?$/s.exec(line) ?? [];
      if (data !== undefined) this.#data.push(data);
      return [];
    }
    const data = this.#data;
    this.#data = [];
    return data.every((each) => each === '') ? [] : [data.join('\n')];
  }
}

const nothing = () => null;
/** Some servers count tokens after the end of a reply; some of Google's models call every piece the last. */
export const afterEndMilliseconds = 5000;

/** Reads a streamed reply as if it had come in one piece. What came of one that broke off is returned too: it was paid for. */
export async function readStream(
  body: ReadableStream<Uint8Array>,
  wire: WireFormat,
  {
    onText,
    sleep,
    mostCharacters = Infinity,
  }: { onText: (soFar: string) => void; sleep: Sleep; mostCharacters?: number },
): Promise<BodyRead> {
  const events = new EventReader();
  const assembly = wire.assembly();
  let timer = new AbortController();
  const reader = new BodyReader(body, mostStreamBytes, () => sleep(0, timer.signal));
  let timeout: Promise<null> | null = null;
  const tooLong = (): BodyRead => {
    const { usage } = assembly.soFar();
    return { fault: 'reply-too-long', came: { usage, text: '' } };
  };
  let shown = 0;
  let ended = false;
  try {
    for (let done = false; !done;) {
      const piece = await (timeout ? Promise.race([reader.next(), timeout]) : reader.next());
      if (piece === null) break;
      ({ done } = piece);
      if (reader.isTooLong) return tooLong();
      const datas = events.take(piece.text);
      if (done) datas.push(...events.end());
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
      if (text.length > mostCharacters) return tooLong();
      // All of it is shown each time: so it is looked at some thirty times, however small the pieces are.
      if (text.length > shown + text.length / 32) {
        onText(text);
        shown = text.length;
      }
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
    reader.cancel();
  }
  const whole = assembly.whole(ended);
  return whole === null ? { fault: 'broken-off', came: assembly.soFar() } : { text: '', json: whole };
}
