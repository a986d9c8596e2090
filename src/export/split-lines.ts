/** One line of a file, without its end. `ended`: a line end follows it, so it was not cut in the middle. */
export interface ByteLine {
  bytes: Uint8Array;
  ended: boolean;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = [0xef, 0xbb, 0xbf];
/** Far above any line that Assay writes, and below what a browser can hold as one text. */
export const longestLine = 64 * 1024 * 1024;

/** Splits at line feeds. A longer line than `longest` ends the iteration, cut somewhere beyond that length. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  longest = longestLine,
): AsyncGenerator<ByteLine, void, undefined> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let isFirst = true;
  const lineOf = (bytes: Uint8Array): Uint8Array => {
    const line = withoutReturn(isFirst ? withoutMark(bytes) : bytes);
    isFirst = false;
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      yield { bytes: lineOf(joined([...pieces, chunk.subarray(from, at)])), ended: true };
      pieces = [];
      length = 0;
      from = at + 1;
    }
    pieces.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > longest) break;
  }
  if (length > 0) yield { bytes: lineOf(joined(pieces)), ended: false };
}

/** The pieces of a stream. By hand: not every browser lets a stream be iterated. */
export async function* chunksOf<Chunk>(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

export function streamFrom<Chunk>(chunks: AsyncGenerator<Chunk, void>): ReadableStream<Chunk> {
  return new ReadableStream<Chunk>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** Mail programs like to add it. */
function withoutReturn(bytes: Uint8Array): Uint8Array {
  return bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes;
}

/** Editors on Windows like to put it in front. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  return byteOrderMark.every((byte, at) => bytes[at] === byte) ? bytes.subarray(byteOrderMark.length) : bytes;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only, ...more] = pieces;
  if (only !== undefined && more.length === 0) return only;
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
