/** The time that a run has been going. Pauses do not count. */
export class RunTime {
  readonly #now: () => number;
  /** Spent before the present stretch, and when that began. */
  #milliseconds: number;
  #activeSince: number | null;

  /** It goes from the first moment on. */
  constructor(before: number, now: () => number) {
    this.#now = now;
    this.#milliseconds = before;
    this.#activeSince = now();
  }

  get milliseconds(): number {
    return this.#milliseconds + (this.#activeSince === null ? 0 : this.#now() - this.#activeSince);
  }
  /** False where it stood still already. */
  stop(): boolean {
    if (this.#activeSince === null) return false;
    this.#milliseconds = this.milliseconds;
    this.#activeSince = null;
    return true;
  }
  goOn(): void {
    this.#activeSince = this.#now();
  }
}
