import type { BodyRead } from './send';
import { EventReader } from './sse';
import type { WireFormat } from './wire-format';

/**
 * A reply that comes piece by piece, as it would have come in one. A stream that ends before the server says that the reply is
 * whole was broken off, whatever it said until then; that is told beside it, since it was paid for.
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
  let told = 0;
  const came = () => ({ usage: assembly.usage(), text: assembly.text() });
  try {
    for (let done = false; !done;) {
      const piece = await reader.read();
      ({ done } = piece);
      const datas = piece.done
        ? [...events.take(decoder.decode()), ...events.end()]
        : events.take(decoder.decode(piece.value, { stream: true }));
      for (const data of datas.filter((each) => each.trim() !== '[DONE]')) {
        const event = parse(data);
        // Half an event at the very end is what a broken connection leaves.
        if (event === null) return { fault: done ? 'broken-off' : 'format', came: came() };
        if (wire.readError(event.json) !== null) return { text: data, came: came() };
        assembly.take(event.json);
      }
      const text = assembly.text();
      if (text.length > told) onText(text);
      told = text.length;
    }
  } catch {
    return { fault: 'broken-off', came: came() };
  } finally {
    // Whoever stops reading early lets the connection go.
    reader.cancel().catch(() => undefined);
  }
  const whole = assembly.whole();
  return whole === null ? { fault: 'broken-off', came: came() } : { text: '', json: whole };
}

function parse(data: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(data) };
  } catch {
    return null;
  }
}
