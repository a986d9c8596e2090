/** How much text waits before the browser takes it: turning it into bytes must fit into a slice of work. */
const waitingCharacters = 524_288;

/** A file that takes shape piece by piece, so that no single turn has to turn all of its text into bytes. */
export class BlobBuilder {
  #done: Blob[] = [];
  #waiting: string[] = [];
  #characters = 0;

  add(text: string): void {
    this.#waiting.push(text);
    this.#characters += text.length;
    if (this.#characters >= waitingCharacters) this.#settle();
  }

  finish(type: string): Blob {
    this.#settle();
    return new Blob(this.#done, { type });
  }

  #settle(): void {
    if (this.#characters > 0) this.#done.push(new Blob(this.#waiting));
    this.#waiting = [];
    this.#characters = 0;
  }
}
