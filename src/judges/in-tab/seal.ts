import { bytesToHex } from '@noble/hashes/utils.js';

const pieceBytes = 2 ** 22;

/**
 * A mark by which any change of bytes shows: the SHA-256 of the SHA-256s of their pieces. The browser computes those itself, about
 * ten times as fast as a script computes the hash that a publisher gives, so that gigabytes can be looked at each time they are used.
 */
export class Seal {
  readonly #piece = new Uint8Array(pieceBytes);
  #filled = 0;
  readonly #hashes: number[] = [];

  async add(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + pieceBytes - this.#filled);
      this.#piece.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === pieceBytes) await this.#closePiece();
    }
  }

  /** Once all bytes were added. */
  async text(): Promise<string> {
    if (this.#filled > 0) await this.#closePiece();
    return bytesToHex(await digest(Uint8Array.from(this.#hashes)));
  }

  async #closePiece(): Promise<void> {
    this.#hashes.push(...(await digest(this.#piece.subarray(0, this.#filled))));
    this.#filled = 0;
  }
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}
