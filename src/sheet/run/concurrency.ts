interface Waiting {
  signal: AbortSignal;
  enter: () => void;
  giveUp: (reason: unknown) => void;
}

/** Lets questions through to a judge in the order in which they came. Call `turn` when the result of `mayPass` may have changed. */
export class ConcurrencyLimit {
  readonly #mayPass: (asking: number) => boolean;
  readonly #first: Waiting[] = [];
  readonly #again: Waiting[] = [];
  resting = 0;
  asking = 0;

  constructor(mayPass: (asking: number) => boolean) {
    this.#mayPass = mayPass;
  }

  get waiting(): number {
    return this.#first.length + this.#again.length + this.resting;
  }

  /** A cell without a place waits by itself until it is asked again. */
  async rest(wait: () => Promise<void>): Promise<void> {
    this.resting += 1;
    try {
      await wait();
    } finally {
      this.resting -= 1;
    }
  }

  /** Waits for a place, which `leave` gives back. A cell that is asked `again` goes first: its time has begun. */
  enter(signal: AbortSignal, again: boolean): Promise<void> {
    return new Promise((enter, giveUp) => {
      (again ? this.#again : this.#first).push({ signal, enter, giveUp });
      this.turn();
    });
  }
  leave(): void {
    this.asking -= 1;
    this.turn();
  }

  turn(): void {
    for (;;) {
      const line = this.#again.length > 0 ? this.#again : this.#first;
      const [next] = line;
      if (!next) return;
      if (next.signal.aborted) {
        line.shift();
        next.giveUp(next.signal.reason);
        continue;
      }
      if (!this.#mayPass(this.asking)) return;
      line.shift();
      this.asking += 1;
      next.enter();
    }
  }
}
