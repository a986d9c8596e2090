import type { BusyNotice } from '../judges/judge';

/** A longer wait than this is not kept: such questions fail, and the person is told. */
const longestHold = 60_000;

/**
 * How many questions may be out at once to a judge that sometimes has too many: half as many when it says so, one more after
 * each round of replies, never more than were chosen.
 */
export class AdaptiveWidth {
  readonly #chosen: () => number;
  readonly #now: () => number;
  /** Infinite while all that were chosen may be out. */
  #most = Infinity;
  #replies = 0;
  #halvedAt = -Infinity;
  #heldUntil = -Infinity;

  /** `chosen` is asked each time: it may change. */
  constructor(chosen: () => number, now: () => number) {
    this.#chosen = chosen;
    this.#now = now;
  }

  get width(): number {
    return Math.min(this.#most, this.#chosen());
  }
  /** Milliseconds in which nothing new may be sent, since the judge asked for it. */
  get heldFor(): number {
    return Math.max(0, this.#heldUntil - this.#now());
  }

  replied(): void {
    if (this.#most >= this.#chosen()) {
      this.#most = Infinity;
      return;
    }
    this.#replies += 1;
    if (this.#replies < this.#most) return;
    this.#most += 1;
    this.#replies = 0;
  }

  busy({ waitMilliseconds, outMilliseconds }: BusyNotice): void {
    const now = this.#now();
    if (waitMilliseconds !== null && waitMilliseconds <= longestHold)
      this.#heldUntil = Math.max(this.#heldUntil, now + waitMilliseconds);
    // A question that was out already when the width was halved says nothing about the new width.
    if (now - outMilliseconds <= this.#halvedAt) return;
    this.#most = Math.max(1, Math.floor(this.width / 2));
    this.#replies = 0;
    this.#halvedAt = now;
  }
}
