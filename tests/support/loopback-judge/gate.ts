/** Lets everyone pass, or, once it is closed, only as many as it is told to. */
export class Gate {
  #open = true;
  #passes = 0;
  readonly #waiting: (() => void)[] = [];

  close(): void {
    this.#open = false;
  }
  /** Without a number it is open again. */
  letGo(count = Infinity): void {
    if (count === Infinity) this.#open = true;
    this.#passes = this.#open ? 0 : this.#passes + count;
    while (this.#waiting.length > 0 && this.#mayPass()) this.#waiting.shift()?.();
  }
  /** Who goes away stops waiting, and takes nobody's turn. */
  async pass(gone: Promise<void>): Promise<void> {
    if (this.#mayPass()) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      void gone.then(() => {
        const place = this.#waiting.indexOf(resolve);
        if (place >= 0) this.#waiting.splice(place, 1);
        resolve();
      });
    });
  }

  #mayPass(): boolean {
    if (this.#open) return true;
    if (this.#passes === 0) return false;
    this.#passes -= 1;
    return true;
  }
}
