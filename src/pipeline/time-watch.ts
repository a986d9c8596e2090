import { TimeUp } from './time-up';

export interface RunClock {
  /** Milliseconds since any fixed moment; never goes back. */
  now: () => number;
  /** Settles after the time, or early when the signal aborts. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

interface Watched {
  due: number;
  controller: AbortController;
}

/**
 * Ends what takes longer than it may. All that is under way has one alarm, set for whoever began first: one for each would
 * cost two messages a case to the worker that keeps the time.
 */
export class TimeWatch {
  readonly #seconds: number;
  readonly #clock: RunClock;
  /** In the order in which they are due, since all have the same time. */
  readonly #watched = new Set<Watched>();
  #alarm: AbortController | null = null;

  constructor(seconds: number, clock: RunClock) {
    this.#seconds = seconds;
    this.#clock = clock;
  }

  /** Aborts with `TimeUp` when the time is up. Gives how to end the watch. */
  start(controller: AbortController): () => void {
    const watched = { due: this.#clock.now() + this.#seconds * 1000, controller };
    this.#watched.add(watched);
    if (!this.#alarm) this.#setAlarm(watched);
    return () => {
      this.#watched.delete(watched);
      if (this.#watched.size > 0) return;
      this.#alarm?.abort();
      this.#alarm = null;
    };
  }

  #setAlarm({ due }: Watched): void {
    const alarm = new AbortController();
    this.#alarm = alarm;
    this.#clock.sleep(Math.max(0, due - this.#clock.now()), alarm.signal).then(
      () => {
        if (!alarm.signal.aborted) this.#ring();
      },
      () => {
        // Called off.
      },
    );
  }

  #ring(): void {
    this.#alarm = null;
    for (const watched of this.#watched) {
      if (watched.due > this.#clock.now()) {
        this.#setAlarm(watched);
        return;
      }
      this.#watched.delete(watched);
      watched.controller.abort(new TimeUp(this.#seconds));
    }
  }
}
