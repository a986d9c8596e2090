import { RateWindow, timeLeft } from '../pipeline/rate-window';

export interface Speed {
  perSecond: number;
  millisecondsLeft: number;
}

/** What the stored head of a run tells of its progress. */
interface Reached {
  done: number;
  total: number;
  /** Spent judging by then. It stands still in a pause. */
  milliseconds: number;
}

interface Seen extends Reached {
  window: RateWindow;
}

/** How fast runs go that other tabs drive: from what is stored of them, by their owners' clocks. */
export class SeenSpeeds {
  readonly #seen = new Map<string, Seen>();

  /** Null until there is enough to tell. */
  see(run: string, reached: Reached): Speed | null {
    const { done, total, milliseconds } = reached;
    const before = this.#seen.get(run);
    // Where failed cases are asked again, there is less done than before.
    const goesOn = before && done >= before.done && milliseconds >= before.milliseconds;
    const window = goesOn ? before.window : new RateWindow(milliseconds);
    if (goesOn && done > before.done) window.add(milliseconds, done - before.done);
    this.#seen.set(run, { ...reached, window });
    const perSecond = window.perSecond(milliseconds);
    const millisecondsLeft = timeLeft(total - done, perSecond);
    return perSecond === null || millisecondsLeft === null ? null : { perSecond, millisecondsLeft };
  }
  forget(run: string): void {
    this.#seen.delete(run);
  }
}
