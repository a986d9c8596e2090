/** Figures that change more often cannot be read, and each change of the screen takes its time from the run. */
const legibleMilliseconds = 500;
/** For text that a person watches as it grows. */
export const smoothMilliseconds = 100;

/**
 * Acts soon after it was scheduled, and not again before the next beat. Throttles with the same interval act on the same
 * beat, so that the browser draws once for all of them.
 */
export class Throttle {
  readonly #act: () => void;
  readonly #interval: number;
  #acted = -Infinity;
  #cancel: (() => void) | null = null;

  constructor(act: () => void, interval = legibleMilliseconds) {
    this.#act = act;
    this.#interval = interval;
  }

  schedule(): void {
    this.#cancel ??= this.#wait(performance.now());
  }
  /** Acts at once, in place of what was scheduled. */
  flush(): void {
    this.cancel();
    this.#acted = performance.now();
    this.#act();
  }
  cancel(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #wait(now: number): () => void {
    const interval = this.#interval;
    if (now >= this.#acted + interval) return onNextFrame(() => this.flush());
    const timer = setTimeout(
      () => {
        this.#cancel = onNextFrame(() => this.flush());
      },
      interval - (now % interval),
    );
    return () => clearTimeout(timer);
  }
}

/** Runs `act` with the next frame, or soon where no frame comes because the tab is hidden. Returns a function that cancels it. */
function onNextFrame(act: () => void): () => void {
  const frame = typeof requestAnimationFrame === 'function' ? requestAnimationFrame(run) : null;
  const timer = setTimeout(run, 100);
  function cancel(): void {
    if (frame !== null) cancelAnimationFrame(frame);
    clearTimeout(timer);
  }
  function run(): void {
    cancel();
    act();
  }
  return cancel;
}
