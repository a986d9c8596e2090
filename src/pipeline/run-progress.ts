import type { Digest } from '../core/model/run';
import type { Spending } from '../core/stats/spending';
import { RateWindow, timeLeft } from './rate-window';

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
  readonly #window: RateWindow;
  #paused = 0;
  #pausedSince: number | null = null;

  constructor({ total, done, failed, spending }: Start, now: () => number) {
    this.#now = now;
    this.#total = total;
    this.#done = done;
    this.#failed = failed;
    this.#spending = spending;
    this.#window = new RateWindow(now());
  }

  /** `spending` is that of the whole run with these results. */
  add(results: readonly { digest: Pick<Digest, 'status'> }[], spending: Spending): void {
    this.#spending = spending;
    if (results.length === 0) return;
    this.#done += results.length;
    this.#failed += results.filter(({ digest }) => digest.status === 'unscored').length;
    this.#window.add(this.#activeNow(), results.length);
  }

  /** A cell that is left out counts as done. */
  leaveOut(): void {
    this.#done += 1;
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
    const perSecond = this.#window.perSecond(this.#activeNow());
    return {
      done: this.#done,
      total: this.#total,
      failed: this.#failed,
      perSecond,
      millisecondsLeft: timeLeft(this.#total - this.#done, perSecond),
      ...this.#spending,
    };
  }

  #activeNow(): number {
    return (this.#pausedSince ?? this.#now()) - this.#paused;
  }
}
