import { runFile } from './run-file-bytes';
import type { ReadableRuns, WriteOptions } from './run-file-write';

export interface WrittenRun {
  blob: Blob;
  /** Whether it is packed by gzip, which its name should say. */
  packed: boolean;
  /** Rows, from 0, of results that are left out, since they cannot be read as they are stored. */
  unreadable: number[];
}

/**
 * A stored run as a file that is whole, with a first line that counts what follows. What cannot be read turns up only after that line
 * is written. Such a run is written once more without it, rather than each sound one read twice.
 */
export async function runFileBlob(
  store: ReadableRuns,
  id: string,
  options: Omit<WriteOptions, 'without' | 'onUnreadable'> = {},
): Promise<WrittenRun> {
  const rowAt = new Map<number, number>();
  for (;;) {
    const without = new Set(rowAt.keys());
    const { bytes, packed } = runFile(store, id, {
      ...options,
      without,
      onUnreadable: ({ place, row }) => rowAt.set(place, row),
    });
    const blob = await blobOf(bytes);
    if (rowAt.size === without.size) return { blob, packed, unreadable: [...rowAt.values()] };
  }
}

/** Read by hand: a `Response` would tell a failure of the stream as one of the network. */
async function blobOf(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const reader = bytes.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces);
    pieces.push(value);
  }
}
