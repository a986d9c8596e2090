import type { Digest } from '../core/model/run';
import type { Spending } from '../core/stats/spending';

/** The rate is that of the last half minute, and of at least so many results where they come slowly. */
const windowMilliseconds = 30_000;
const fewestInWindow = 20;
/** Before this a rate would be a guess. */
const fewestForRate = 3;
const shortestForRate = 1_000;
/** Results closer together are kept as one mark. */
const markMilliseconds = 250;

export interface Progress extends Spending {
  done: number;
  total: number;
  /** Done, without a score. */
  failed: number;
  /** Null until there is enough to tell. */
  perSecond: number | null;
  millisecondsLeft: number | null;
}

interface Start {
  total: number;
  done: number;
  failed: number;
  spending: Spending;
}

/** How far a run is, told from results that are stored. Pauses count neither as time nor against the rate. */
export class RunProgress {
  readonly #now: () => number;
  readonly #total: number;
  #done: number;
  #failed: number;
  #spending: Spending;
  #marks: { at: number; count: number }[] = [];
  #marked = 0;
  #windowStart: number;
  #paused = 0;
  #pausedSince: number | null = null;

  constructor({ total, done, failed, spending }: Start, now: () => number) {
    this.#now = now;
    this.#total = total;
    this.#done = done;
    this.#failed = failed;
    this.#spending = spending;
    this.#windowStart = now();
  }

  /** `spending` is that of the whole run with these results. */
  add(results: readonly { digest: Pick<Digest, 'status'> }[], spending: Spending): void {
    this.#spending = spending;
    if (results.length === 0) return;
    this.#done += results.length;
    this.#failed += results.filter(({ digest }) => digest.status === 'unscored').length;
    const at = this.#activeNow();
    const last = this.#marks.at(-1);
    if (last && at - last.at < markMilliseconds) last.count += results.length;
    else this.#marks.push({ at, count: results.length });
    this.#marked += results.length;
    this.#dropOld(at);
  }

  pause(): void {
    this.#pausedSince ??= this.#now();
  }
  resume(): void {
    if (this.#pausedSince === null) return;
    this.#paused += this.#now() - this.#pausedSince;
    this.#pausedSince = null;
  }

  look(): Progress {
    const perSecond = this.#rate();
    const left = this.#total - this.#done;
    return {
      done: this.#done,
      total: this.#total,
      failed: this.#failed,
      perSecond,
      millisecondsLeft: left === 0 ? 0 : perSecond === null ? null : (left / perSecond) * 1000,
      ...this.#spending,
    };
  }

  #rate(): number | null {
    const elapsed = this.#activeNow() - this.#windowStart;
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
      this.#windowStart = oldest.at;
    }
  }

  #activeNow(): number {
    return (this.#pausedSince ?? this.#now()) - this.#paused;
  }
}
