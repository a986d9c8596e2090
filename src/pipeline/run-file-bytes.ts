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

/** How unpacking ended. Cut off: all that is there is sound, and the rest is missing. */
export type Unpacking = 'whole' | 'cut-off' | 'damaged';

export interface UnpackedFile extends RunFile {
  /** Known once the bytes have ended or failed. */
  unpacking: Promise<Unpacking>;
}

/** The bytes of a file as they were before packing, or null where this browser cannot unpack. */
export async function unpacked(bytes: ReadableStream<Bytes>): Promise<UnpackedFile | null> {
  const { start, all } = await peek(bytes, 2);
  if (start[0] !== 0x1f || start[1] !== 0x8b)
    return { bytes: all, packed: false, unpacking: Promise.resolve('whole') };
  if (typeof DecompressionStream === 'undefined') {
    await all.cancel();
    return null;
  }
  const { readable, writable } = new DecompressionStream('gzip');
  return { bytes: readable, packed: true, unpacking: feed(all, writable.getWriter()) };
}

/**
 * By hand rather than by a pipe, since browsers give no other sign than this: bytes that make no sense are refused when
 * they are written, an end that comes too early when the writing ends.
 */
async function feed(
  packed: ReadableStream<Bytes>,
  unpacker: WritableStreamDefaultWriter<Bytes>,
): Promise<Unpacking> {
  const reader = packed.getReader();
  // What ended it is told below.
  unpacker.closed.catch(() => undefined);
  for (;;) {
    let piece;
    try {
      piece = await reader.read();
    } catch (error) {
      await unpacker.abort(error).catch(() => undefined);
      return 'cut-off';
    }
    try {
      if (!piece.done) await unpacker.write(piece.value);
    } catch (error) {
      await reader.cancel(error).catch(() => undefined);
      return 'damaged';
    }
    if (piece.done) break;
  }
  return unpacker.close().then(
    () => 'whole',
    () => 'cut-off',
  );
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
