import { onNextFrame } from './sliced-work';

/** Nobody reads figures that change more often, and each change of the screen takes its time from the run. */
const legibly = 500;
/** For what somebody watches as it grows. */
export const smoothly = 100;

/**
 * Something that is to be done soon after it was asked for, and not again before the next beat. All that have the same
 * beat act on it together, so that the browser draws once for all of them.
 */
export class Unhurried {
  readonly #act: () => void;
  readonly #restMilliseconds: number;
  #acted = -Infinity;
  #callOff: (() => void) | null = null;

  constructor(act: () => void, restMilliseconds = legibly) {
    this.#act = act;
    this.#restMilliseconds = restMilliseconds;
  }

  soon(): void {
    this.#callOff ??= this.#wait(performance.now());
  }
  /** At once, and not once more for what was asked for before. */
  now(): void {
    this.callOff();
    this.#acted = performance.now();
    this.#act();
  }
  callOff(): void {
    this.#callOff?.();
    this.#callOff = null;
  }

  #wait(now: number): () => void {
    const rest = this.#restMilliseconds;
    if (now >= this.#acted + rest) return onNextFrame(() => this.now());
    const timer = setTimeout(
      () => {
        this.#callOff = onNextFrame(() => this.now());
      },
      rest - (now % rest),
    );
    return () => clearTimeout(timer);
  }
}
