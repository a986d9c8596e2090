/** The rate is that of the last half minute, and of at least so many results where they come slowly. */
const windowMilliseconds = 30_000;
const fewestInWindow = 20;
/** Before this a rate would be a guess. */
const fewestForRate = 3;
const shortestForRate = 1_000;
/** Results closer together are kept as one mark. */
const markMilliseconds = 250;

/** How fast results come of late, by a clock that stands still while their run does. */
export class RateWindow {
  readonly #marks: { at: number; count: number }[] = [];
  #marked = 0;
  #start: number;

  constructor(start: number) {
    this.#start = start;
  }

  add(at: number, count: number): void {
    const last = this.#marks.at(-1);
    if (last && at - last.at < markMilliseconds) last.count += count;
    else this.#marks.push({ at, count });
    this.#marked += count;
    this.#dropOld(at);
  }

  /** Null until there is enough to tell. */
  perSecond(now: number): number | null {
    const elapsed = now - this.#start;
    if (this.#marked < fewestForRate || elapsed < shortestForRate) return null;
    return (this.#marked / elapsed) * 1000;
  }

  #dropOld(now: number): void {
    for (;;) {
      const [oldest] = this.#marks;
      if (!oldest || now - oldest.at <= windowMilliseconds) return;
      if (this.#marked - oldest.count < fewestInWindow) return;
      this.#marks.shift();
      this.#marked -= oldest.count;
      this.#start = oldest.at;
    }
  }
}

/** In milliseconds; null where nobody can tell. */
export function timeLeft(left: number, perSecond: number | null): number | null {
  if (left === 0) return 0;
  return perSecond === null ? null : (left / perSecond) * 1000;
}
