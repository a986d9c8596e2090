interface Waiting {
  signal: AbortSignal;
  enter: () => void;
  giveUp: (reason: unknown) => void;
}

/**
 * Lets questions through to a judge in the order in which they came. Those behind it are ready to be sent, so that a place
 * which becomes free is taken in the same moment.
 */
export class Turnstile {
  readonly #mayPass: (asking: number) => boolean;
  readonly #waiting: Waiting[] = [];
  #asking = 0;

  /** `mayPass` is told how many questions are out. When its answer may have changed, `turn` is to be called. */
  constructor(mayPass: (asking: number) => boolean) {
    this.#mayPass = mayPass;
  }

  get asking(): number {
    return this.#asking;
  }

  /** Waits for a place. Whoever got one gives it back by `leave`, once. */
  enter(signal: AbortSignal): Promise<void> {
    return new Promise((enter, giveUp) => {
      this.#waiting.push({ signal, enter, giveUp });
      this.turn();
    });
  }

  leave(): void {
    this.#asking -= 1;
    this.turn();
  }

  turn(): void {
    while (this.#waiting.length > 0) {
      const [next] = this.#waiting;
      if (!next) return;
      if (next.signal.aborted) {
        this.#waiting.shift();
        next.giveUp(next.signal.reason);
        continue;
      }
      if (!this.#mayPass(this.#asking)) return;
      this.#waiting.shift();
      this.#asking += 1;
      next.enter();
    }
  }
}
