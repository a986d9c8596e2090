interface Waiting {
  signal: AbortSignal;
  enter: () => void;
  giveUp: (reason: unknown) => void;
}

/**
 * Lets questions through to a judge in the order in which they came. Those that wait are ready to be sent, so that a place
 * which becomes free is taken in the same moment.
 */
export class ConcurrencyLimit {
  readonly #mayPass: (asking: number, answered: number) => boolean;
  readonly #waiting: Waiting[] = [];
  /** Those who were in before, and go first: their time has begun. */
  readonly #waitingAgain: Waiting[] = [];
  #asking = 0;
  #answered = 0;

  /**
   * `mayPass` is told how many questions are out, and how many have an answer that is still worked on. When what it says may
   * have changed for another reason, `turn` is to be called.
   */
  constructor(mayPass: (asking: number, answered: number) => boolean) {
    this.#mayPass = mayPass;
  }

  get asking(): number {
    return this.#asking;
  }

  /** How many wait for a place. */
  get waiting(): number {
    return this.#waiting.length + this.#waitingAgain.length;
  }

  /**
   * Waits for a place. Whoever got one gives it back once: by `leave`, or by `answer` and later `forgetAnswer`. Whoever comes
   * again goes before those who come for the first time.
   */
  enter(signal: AbortSignal, again = false): Promise<void> {
    return new Promise((enter, giveUp) => {
      (again ? this.#waitingAgain : this.#waiting).push({ signal, enter, giveUp });
      this.turn();
    });
  }

  /** Gives a place back and waits for one, behind nobody but others who come again. */
  enterAgain(signal: AbortSignal): Promise<void> {
    this.#asking -= 1;
    return this.enter(signal, true);
  }

  leave(): void {
    this.#asking -= 1;
    this.turn();
  }

  answer(): void {
    this.#answered += 1;
    this.leave();
  }

  forgetAnswer(): void {
    this.#answered -= 1;
    this.turn();
  }

  turn(): void {
    for (;;) {
      const line = this.#waitingAgain.length > 0 ? this.#waitingAgain : this.#waiting;
      const [next] = line;
      if (!next) return;
      if (next.signal.aborted) {
        line.shift();
        next.giveUp(next.signal.reason);
        continue;
      }
      if (!this.#mayPass(this.#asking, this.#answered)) return;
      line.shift();
      this.#asking += 1;
      next.enter();
    }
  }
}
