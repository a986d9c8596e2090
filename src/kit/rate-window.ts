/** The rate is that of the last half minute, and of at least so many results where they come slowly. */
const windowMilliseconds = 30_000;
const fewestInWindow = 20;
/** Before this a rate would be a guess. */
const fewestForRate = 3;
const shortestForRate = 1_000;
/** Results closer together are kept as one mark. */
const markMilliseconds = 250;

/** How fast results came lately, by a clock that stands still while their run does. */
export class RateWindow {
  /** How many results there were by which time. */
  readonly #marks: { at: number; total: number }[] = [];
  #total = 0;
  /** Where the window begins. */
  #first: { at: number; total: number };

  constructor(start: number) {
    this.#first = { at: start, total: 0 };
  }

  add(at: number, count: number): void {
    this.#total += count;
    const last = this.#marks.at(-1);
    if (last && at - last.at < markMilliseconds) last.total = this.#total;
    else this.#marks.push({ at, total: this.#total });
    for (let [mark] = this.#marks; mark; [mark] = this.#marks) {
      if (at - mark.at <= windowMilliseconds || this.#total - mark.total < fewestInWindow) return;
      this.#first = mark;
      this.#marks.shift();
    }
  }

  /** Null while there are too few results. */
  perSecond(now: number): number | null {
    const count = this.#total - this.#first.total;
    const elapsed = now - this.#first.at;
    return count < fewestForRate || elapsed < shortestForRate ? null : (count / elapsed) * 1000;
  }
}

/** In milliseconds; null where the rate is not known. */
export function timeLeft(left: number, perSecond: number | null): number | null {
  if (left === 0) return 0;
  return perSecond === null ? null : (left / perSecond) * 1000;
}
