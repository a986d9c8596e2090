import type { ModelNote, ModelStore } from './model-store';

/** Bytes after which what has come is kept. Each time the browser copies what it has of the file: not too often. */
const keepEvery = 2 ** 29;

/**
 * Writes what comes of a file behind its first `from` bytes. What has come is kept at the end, however that comes, and now and
 * then before: a tab that is closed in between loses only what came since. Gives how many bytes are there then.
 */
export async function keepPieces(
  response: Response,
  { note, from }: { note: ModelNote; from: number },
  store: ModelStore,
  onPiece: (bytes: Uint8Array) => Promise<void>,
  every = keepEvery,
): Promise<number> {
  let writer: Awaited<ReturnType<ModelStore['write']>> | null = await store.write(note, from);
  let there = from;
  let keptAt = from;
  try {
    for await (const bytes of piecesOf(response)) {
      if (there - keptAt >= every) {
        const full = writer;
        writer = null;
        await full?.close();
        writer = await store.write(note, there);
        keptAt = there;
      }
      await writer?.add(bytes);
      there += bytes.length;
      await onPiece(bytes);
    }
  } finally {
    await writer?.close();
  }
  return there;
}

async function* piecesOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) return;
    yield piece.value;
  }
}
