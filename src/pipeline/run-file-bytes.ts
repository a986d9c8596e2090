import { runFileText, type ReadableRuns, type WriteOptions } from './run-file-write';

type Bytes = Uint8Array<ArrayBuffer>;

export interface RunFile {
  bytes: ReadableStream<Bytes>;
  /** Whether it is packed by gzip, which its name should say. */
  packed: boolean;
}

/** A stored run as a file: packed where the browser can, plain where it cannot. */
export function runFile(store: ReadableRuns, id: string, options: WriteOptions = {}): RunFile {
  const plain = encoded(runFileText(store, id, options));
  if (typeof CompressionStream === 'undefined') return { bytes: plain, packed: false };
  return { bytes: plain.pipeThrough(new CompressionStream('gzip')), packed: true };
}

function encoded(text: AsyncGenerator<string, void, undefined>): ReadableStream<Bytes> {
  const encoder = new TextEncoder();
  return new ReadableStream<Bytes>({
    async pull(controller) {
      const { done, value } = await text.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await text.return();
    },
  });
}

/** The bytes of a file as they were before packing, or null where this browser cannot unpack. */
export async function unpacked(bytes: ReadableStream<Bytes>): Promise<RunFile | null> {
  const { start, all } = await peek(bytes, 2);
  if (start[0] !== 0x1f || start[1] !== 0x8b) return { bytes: all, packed: false };
  if (typeof DecompressionStream === 'undefined') {
    await all.cancel();
    return null;
  }
  return { bytes: all.pipeThrough(new DecompressionStream('gzip')), packed: true };
}

/** The first bytes, and a stream that still has them. */
async function peek(
  bytes: ReadableStream<Bytes>,
  length: number,
): Promise<{ start: Bytes; all: ReadableStream<Bytes> }> {
  const reader = bytes.getReader();
  const read: Bytes[] = [];
  const start: number[] = [];
  while (start.length < length) {
    const { done, value } = await reader.read();
    if (done) break;
    read.push(value);
    start.push(...value.subarray(0, length));
  }
  const all = new ReadableStream<Bytes>({
    async pull(controller) {
      const first = read.shift();
      const { done, value } = first === undefined ? await reader.read() : { done: false, value: first };
      if (value !== undefined) controller.enqueue(value);
      if (done) controller.close();
    },
    async cancel(reason) {
      await reader.cancel(reason);
    },
  });
  return { start: Uint8Array.from(start.slice(0, length)), all };
}
