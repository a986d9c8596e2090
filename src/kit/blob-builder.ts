/** How many characters or bytes wait before the browser takes them: turning text into bytes must fit into a slice of work. */
const mostWaiting = 524_288;

/** A file that takes shape piece by piece, so that no single turn has to turn all of its text into bytes. */
export class BlobBuilder {
  #done: Blob[] = [];
  #waiting: (string | Uint8Array<ArrayBuffer>)[] = [];
  #length = 0;

  add(piece: string | Uint8Array<ArrayBuffer>): void {
    this.#waiting.push(piece);
    this.#length += piece.length;
    if (this.#length >= mostWaiting) this.#settle();
  }

  finish(type: string): Blob {
    this.#settle();
    return new Blob(this.#done, { type });
  }

  #settle(): void {
    if (this.#length > 0) this.#done.push(new Blob(this.#waiting));
    this.#waiting = [];
    this.#length = 0;
  }
}
