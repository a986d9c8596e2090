import type { ModelNote, ModelStore } from './model-store';

/** Bytes after which what has come is kept. Each time the browser copies what it has of the file: not too often. */
const keepEvery = 2 ** 29;

interface KeepTools {
  every?: number;
  /** Bytes that can still be stored; null: nobody knows. */
  roomLeft?: () => Promise<number | null>;
}

/**
 * Writes what comes of a file behind its first `from` bytes. What has come is kept at the end, however that comes, and now and
 * then before: a tab that is closed in between loses only what came since. Gives how many bytes are there then.
 */
export async function keepPieces(
  response: Response,
  { note, from }: { note: ModelNote; from: number },
  store: ModelStore,
  onPiece: (bytes: Uint8Array) => Promise<void>,
  { every = keepEvery, roomLeft = storageLeft }: KeepTools = {},
): Promise<number> {
  let writer: Awaited<ReturnType<ModelStore['write']>> | null = await store.write(note, from);
  let there = from;
  let keptAt = from;
  try {
    for await (const bytes of piecesOf(response)) {
      if (there - keptAt >= every && (await hasRoomTwice(note, there, roomLeft))) {
        const full = writer;
        writer = null;
        await full.close();
        writer = await store.write(note, there);
        keptAt = there;
      }
      await writer.add(bytes);
      there += bytes.length;
      await onPiece(bytes);
    }
  } finally {
    await writer?.close();
  }
  return there;
}

/** While what is there is copied, it takes its room twice. A file that has room only once is better kept at the end alone. */
async function hasRoomTwice(
  { total }: ModelNote,
  there: number,
  roomLeft: () => Promise<number | null>,
): Promise<boolean> {
  const room = await roomLeft();
  return room === null || room >= (total ?? 2 * there);
}

async function storageLeft(): Promise<number | null> {
  if (!('storage' in navigator)) return null;
  const { quota, usage = 0 } = await navigator.storage.estimate();
  return quota === undefined ? null : quota - usage;
}

async function* piecesOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) return;
    yield piece.value;
  }
}
