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
  readonly #mayPass: (asking: number, answered: number) => boolean;
  readonly #waiting: Waiting[] = [];
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
    return this.#waiting.length;
  }

  /**
   * Waits for a place. Whoever got one gives it back once: by `leave`, or by `answer` and later `forgetAnswer`. Whoever comes
   * again goes before those who come for the first time: its time runs already.
   */
  enter(signal: AbortSignal, again = false): Promise<void> {
    return new Promise((enter, giveUp) => {
      const one = { signal, enter, giveUp };
      if (again) this.#waiting.unshift(one);
      else this.#waiting.push(one);
      this.turn();
    });
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
    while (this.#waiting.length > 0) {
      const [next] = this.#waiting;
      if (!next) return;
      if (next.signal.aborted) {
        this.#waiting.shift();
        next.giveUp(next.signal.reason);
        continue;
      }
      if (!this.#mayPass(this.#asking, this.#answered)) return;
      this.#waiting.shift();
      this.#asking += 1;
      next.enter();
    }
  }
}
