import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Small enough that the page answers in between. */
const pieceBytes = 2 ** 20;

/** A SHA-256 that grows with what comes. */
export interface GrowingHash {
  add(bytes: Uint8Array): void;
  hex(): string;
}

export function growingHash(): GrowingHash {
  const hash = sha256.create();
  return { add: (bytes) => void hash.update(bytes), hex: () => bytesToHex(hash.digest()) };
}

/** Reads all of a file into a hash. Rejects with the signal's reason when cancelled. */
export async function hashFile(
  file: Blob,
  into: GrowingHash,
  { onBytes, signal }: { onBytes: (done: number) => void; signal: AbortSignal },
): Promise<void> {
  for (let at = 0; at < file.size; at += pieceBytes) {
    signal.throwIfAborted();
    const piece = new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
    into.add(piece);
    onBytes(at + piece.length);
  }
}
