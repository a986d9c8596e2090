import type { BusyNotice } from '../judges/judge';

/** A longer wait than this is not kept: such questions fail, and the person is told. */
const longestHold = 120_000;
/** Where the judge says nothing of waiting: from the second time in a row that it takes nobody, each wait is twice the one before. */
const firstOwnHold = 1_000;
const longestOwnHold = 60_000;

/**
 * How many questions may be out at once to a judge that sometimes has too many: half as many when it says so, one more after
 * each round of replies, never more than were chosen. One that takes nobody at all is left alone for longer and longer.
 */
export class AdaptiveWidth {
  readonly #chosen: () => number;
  readonly #now: () => number;
  readonly #random: () => number;
  /** Infinite while all that were chosen may be out. */
  #most = Infinity;
  #replies = 0;
  #halvedAt = -Infinity;
  #heldUntil = -Infinity;
  /** Rounds in a row in which it took nobody, and how long it was waited for meanwhile. */
  #refusals = 0;
  #heldInAll = 0;

  /** `chosen` is asked each time: it may change. */
  constructor(chosen: () => number, now: () => number, random: () => number = Math.random) {
    this.#chosen = chosen;
    this.#random = random;
    this.#now = now;
  }

  get width(): number {
    return Math.min(this.#most, this.#chosen());
  }
  /** Milliseconds in which nothing new may be sent, since the judge asked for it. */
  get heldFor(): number {
    return Math.max(0, this.#heldUntil - this.#now());
  }

  /** Milliseconds for which nothing could be sent since the last reply. */
  get heldInAll(): number {
    return this.#heldInAll;
  }

  /** The person decided to go on: it is tried as if it had never refused. */
  forgive(): void {
    this.#heldUntil = -Infinity;
    this.#refusals = 0;
    this.#heldInAll = 0;
  }

  replied(): void {
    this.#refusals = 0;
    this.#heldInAll = 0;
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
    if (waitMilliseconds !== null && waitMilliseconds <= longestHold) this.#hold(waitMilliseconds);
    // A question that was out already when the width was halved says nothing about the new width.
    if (now - outMilliseconds <= this.#halvedAt) return;
    this.#most = Math.max(1, Math.floor(this.width / 2));
    this.#replies = 0;
    this.#halvedAt = now;
    this.#refusals += 1;
    if (this.#refusals < 2 || (waitMilliseconds ?? 0) > longestHold) return;
    const growing = Math.min(longestOwnHold, firstOwnHold * 2 ** (this.#refusals - 2));
    this.#hold(growing * (0.5 + this.#random() / 2));
  }

  #hold(milliseconds: number): void {
    const now = this.#now();
    const until = Math.max(this.#heldUntil, now + milliseconds);
    this.#heldInAll += until - Math.max(this.#heldUntil, now);
    this.#heldUntil = until;
  }
}
