import { SheetFileCheck, type SheetFileItem } from './sheet-file-check';
import { sheetFileLimits, type SheetFileLimits, type SheetFileProblem } from './sheet-file-format';
import { splitLines } from './split-lines';

type Bytes = Uint8Array<ArrayBuffer>;

export interface ReadOptions {
  signal?: AbortSignal;
  /** Lets others have a turn: asked often, gives null while it need not. */
  breathe?: () => Promise<void> | null;
  /** Bytes of the file that were read. */
  onProgress?: (bytes: number) => void;
  limits?: SheetFileLimits;
}

/** Bytes that are unpacked at once: packed as densely as can be, they come to 16 MB. */
const packedAtOnce = 16_384;

/**
 * Reads a sheet file line by line. Each item has been checked, but only `end` says that all of the file is there. A problem is
 * the last item. Rejects with the signal's reason when cancelled.
 */
export async function* readSheetFile(
  bytes: ReadableStream<Bytes>,
  { signal, breathe, onProgress, limits = sheetFileLimits }: ReadOptions = {},
): AsyncGenerator<SheetFileItem | { kind: 'problem'; problem: SheetFileProblem }, void, undefined> {
  const check = new SheetFileCheck();
  const chunks = new UnpackedChunks(bytes, limits, onProgress ?? (() => undefined));
  const tooLarge = (limit: keyof SheetFileLimits & ('unpacked' | 'ratio' | 'line')) =>
    ({ kind: 'problem', problem: { kind: 'too-large', line: check.lines + 1, limit } }) as const;
  for await (const { bytes: line, ended } of splitLines(chunks, limits.line)) {
    signal?.throwIfAborted();
    // Without its end the line may be cut, by a limit or by damage.
    if (!ended && chunks.exceeded) break;
    if (line.length > limits.line) {
      yield tooLarge('line');
      return;
    }
    const item = check.take(line, ended);
    if (item?.kind === 'problem' && !ended && chunks.failure) break;
    if (item) yield item;
    if (item?.kind === 'problem') return;
    await breathe?.();
  }
  const problem = check.last();
  if (chunks.exceeded) yield tooLarge(chunks.exceeded);
  else if (chunks.failure === 'damaged') {
    yield { kind: 'problem', problem: { kind: 'damaged-packing', wholeLines: check.lines } };
  } else if (chunks.failure) yield { kind: 'problem', problem: check.cutOff() };
  else if (problem) yield { kind: 'problem', problem };
}

/** The bytes of a file as they were before packing. They end early where unpacking fails or a limit is passed. */
class UnpackedChunks {
  failure: 'cut-off' | 'damaged' | null = null;
  exceeded: 'unpacked' | 'ratio' | null = null;
  readonly #source: ReadableStreamDefaultReader<Bytes>;
  readonly #limits: SheetFileLimits;
  readonly #onProgress: (bytes: number) => void;
  #taken = 0;

  constructor(bytes: ReadableStream<Bytes>, limits: SheetFileLimits, onProgress: (bytes: number) => void) {
    this.#source = bytes.getReader();
    this.#limits = limits;
    this.#onProgress = onProgress;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    const { unpacked, ratio, ratioFrom } = this.#limits;
    const { start, rest } = await this.#peek();
    const packed = start[0] === 0x1f && start[1] === 0x8b;
    let total = 0;
    try {
      for await (const chunk of packed ? this.#unpack(rest) : rest) {
        total += chunk.length;
        if (total > unpacked) this.exceeded = 'unpacked';
        else if (packed && total > ratioFrom && total > this.#taken * ratio) this.exceeded = 'ratio';
        if (this.exceeded) return;
        yield chunk;
      }
    } finally {
      await this.#source.cancel().catch(() => undefined);
    }
  }

  /** The first two bytes, and all pieces from the first on. */
  async #peek(): Promise<{ start: number[]; rest: AsyncIterable<Bytes> }> {
    const source = this.#pieces();
    const first: Bytes[] = [];
    const start: number[] = [];
    while (start.length < 2) {
      const { done, value } = await source.next();
      if (done === true) break;
      first.push(value);
      start.push(...value.subarray(0, 2));
    }
    async function* rest() {
      yield* first;
      yield* source;
    }
    return { start, rest: rest() };
  }

  async *#pieces(): AsyncGenerator<Bytes, void, undefined> {
    for (;;) {
      const { done, value } = await this.#source.read();
      if (done) return;
      for (let at = 0; at < value.length; at += packedAtOnce) {
        const piece = value.subarray(at, at + packedAtOnce);
        this.#taken += piece.length;
        yield piece;
      }
      this.#onProgress(this.#taken);
    }
  }

  async *#unpack(packed: AsyncIterable<Bytes>): AsyncGenerator<Bytes, void, undefined> {
    const { readable, writable } = new DecompressionStream('gzip');
    const reader = readable.getReader();
    const fed = this.#feed(packed, writable.getWriter());
    try {
      for (;;) {
        const piece = await reader.read().catch(() => null);
        if (piece === null) {
          const problem = await fed;
          if (problem instanceof Error) throw problem;
          this.failure = problem ?? 'damaged';
          return;
        }
        if (piece.done) return;
        yield piece.value;
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }

  /**
   * By hand rather than by a pipe: bytes that make no sense are refused when they are written, an end that comes too early
   * when the writing ends, and a file that the disk no longer gives is neither.
   */
  async #feed(
    packed: AsyncIterable<Bytes>,
    unpacker: WritableStreamDefaultWriter<Bytes>,
  ): Promise<'cut-off' | 'damaged' | Error | null> {
    unpacker.closed.catch(() => undefined);
    try {
      for await (const piece of packed) {
        const refused = await unpacker.write(piece).then(
          () => false,
          () => true,
        );
        if (refused) return 'damaged';
      }
    } catch (error) {
      await unpacker.abort(error).catch(() => undefined);
      return error instanceof Error ? error : new Error(String(error));
    }
    return unpacker.close().then(
      () => null,
      () => 'cut-off' as const,
    );
  }
}
