import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { Seal } from './seal';

/** Small enough that the page answers in between. */
const pieceBytes = 2 ** 20;

/** Whatever takes the bytes of a file one piece after the other. */
interface Taker {
  add(bytes: Uint8Array): Promise<void>;
}

/** What bytes are known by: the hash that publishers give, and the seal that is quick to compare. It grows with what comes. */
export class Fingerprint implements Taker {
  readonly #hash = sha256.create();
  readonly #seal = new Seal();

  async add(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    await this.#seal.add(bytes);
  }
  /** Once all bytes were added. */
  async end(): Promise<{ sha256: string; seal: string }> {
    return { sha256: bytesToHex(this.#hash.digest()), seal: await this.#seal.text() };
  }
}

/** Reads all of a file. Rejects with the signal's reason when cancelled. */
export async function readInto(
  file: Blob,
  taker: Taker,
  { onBytes, signal }: { onBytes: (count: number) => void; signal: AbortSignal },
): Promise<void> {
  for (let at = 0; at < file.size; at += pieceBytes) {
    signal.throwIfAborted();
    const piece = new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
    await taker.add(piece);
    onBytes(piece.length);
  }
}
