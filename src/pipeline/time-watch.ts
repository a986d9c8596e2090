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
 * Ends what takes longer than it may. All that is under way has one alarm, set for whoever is due first: one for each would
 * cost two messages a case to the worker that keeps the time.
 */
export class TimeWatch {
  readonly #seconds: number;
  readonly #clock: RunClock;
  readonly #watched = new Set<Watched>();
  #alarm: { due: number; off: AbortController } | null = null;

  constructor(seconds: number, clock: RunClock) {
    this.#seconds = seconds;
    this.#clock = clock;
  }

  /** Aborts with `TimeUp` when the time is up. Gives how to end the watch, which tells what was left of the time. */
  start(controller: AbortController, milliseconds = this.#seconds * 1000): () => number {
    const watched = { due: this.#clock.now() + milliseconds, controller };
    this.#watched.add(watched);
    if (!this.#alarm || watched.due < this.#alarm.due) this.#setAlarm(watched.due);
    return () => {
      // Whoever is due first may be gone by then: the alarm rings for nobody, and is set anew.
      if (this.#watched.delete(watched) && this.#watched.size === 0) this.#callOff();
      return Math.max(0, watched.due - this.#clock.now());
    };
  }

  #setAlarm(due: number): void {
    this.#callOff();
    const off = new AbortController();
    this.#alarm = { due, off };
    this.#clock.sleep(Math.max(0, due - this.#clock.now()), off.signal).then(
      () => {
        if (!off.signal.aborted) this.#ring();
      },
      () => {
        // Called off.
      },
    );
  }

  #callOff(): void {
    this.#alarm?.off.abort();
    this.#alarm = null;
  }

  #ring(): void {
    this.#alarm = null;
    const now = this.#clock.now();
    const overdue = [...this.#watched].filter(({ due }) => due <= now);
    for (const watched of overdue) this.#watched.delete(watched);
    const next = Math.min(...[...this.#watched].map(({ due }) => due));
    if (this.#watched.size > 0) this.#setAlarm(next);
    for (const { controller } of overdue) controller.abort(new TimeUp(this.#seconds));
  }
}
