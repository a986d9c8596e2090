import { unpacked, type UnpackedFile } from './run-file-bytes';
import { RunFileCheck, type RunFilePiece } from './run-file-check';
import { splitLines } from './run-file-split';

export interface ReadOptions {
  signal?: AbortSignal;
  /** Lets the page live between two pieces. */
  breathe?: () => Promise<void>;
}

/** Lines that are read before the page may breathe. */
const linesAtOnce = 100;

/**
 * Reads a run file line by line; what is given out has been checked, but only `end` says that all of it is there. Rejects
 * with the signal's reason when cancelled.
 */
export async function* readRunFile(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  { signal, breathe }: ReadOptions = {},
): AsyncGenerator<RunFilePiece, void, undefined> {
  const file = await unpacked(bytes);
  if (file === null) {
    yield { kind: 'problem', problem: { kind: 'cannot-unpack' } };
    return;
  }
  const check = new RunFileCheck();
  const chunks = new Chunks(file);
  for await (const { bytes: line, ended } of splitLines(chunks)) {
    signal?.throwIfAborted();
    const problem = check.take(line, ended);
    if (problem !== null) {
      yield { kind: 'problem', problem: chunks.damaged && !ended ? check.damagedPacking() : problem };
      return;
    }
    if (check.lines % linesAtOnce !== 0) continue;
    yield* check.pieces();
    await breathe?.();
  }
  yield* check.pieces();
  if (!chunks.failed) yield check.last();
  else yield { kind: 'problem', problem: chunks.damaged ? check.damagedPacking() : check.cutOff() };
}

/** A stream that cannot be unpacked any further ends, and remembers that it did not end well. */
class Chunks {
  failed = false;
  damaged = false;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  readonly #file: UnpackedFile;

  constructor(file: UnpackedFile) {
    this.#reader = file.bytes.getReader();
    this.#file = file;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (;;) {
        const { done, value } = await this.#read();
        if (done) return;
        yield value;
      }
    } finally {
      // Whoever stops early wants no more of it; a stream that has failed says so once more here.
      await this.#reader.cancel().catch(() => undefined);
    }
  }

  async #read(): Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>>> {
    try {
      return await this.#reader.read();
    } catch (error) {
      // A file that the disk no longer gives is another matter, and comes as a DOMException.
      if (!this.#file.packed || error instanceof DOMException) throw error;
      this.failed = true;
      this.damaged = (await this.#file.unpacking) === 'damaged';
      return { done: true, value: undefined };
    }
  }
}
