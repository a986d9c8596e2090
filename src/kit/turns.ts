/**
 * Work that looks something up, one look at a time for each thing, so that an older look never has the last word. Whoever asks
 * while one is under way gets a look after it, all of them the same one.
 */
export class Turns {
  /** Those under way, and whether another is wanted after it. */
  readonly #again = new Map<string, boolean>();

  async take(key: string, look: () => Promise<void>): Promise<void> {
    if (this.#again.has(key)) {
      this.#again.set(key, true);
      return;
    }
    try {
      do {
        this.#again.set(key, false);
        await look();
      } while (this.#again.get(key));
    } finally {
      this.#again.delete(key);
    }
  }
}
