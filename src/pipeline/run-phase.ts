import type { RunPause } from '../core/model/run';
import type { RunProgress } from './run-progress';

/** Whether a run goes, waits or is over, and why it waits. Its time goes only while it does. */
export class RunPhase {
  readonly #now: () => number;
  readonly #progress: RunProgress;
  /** Spent before the present stretch, and when that began; null while the time stands still. */
  #milliseconds: number;
  #activeSince: number | null;
  #state: 'running' | 'paused' | 'cancelling' | 'over' = 'running';
  #pause: RunPause | null = null;

  /** `milliseconds` were spent before. The time goes from now on. */
  constructor(milliseconds: number, progress: RunProgress, now: () => number) {
    this.#now = now;
    this.#progress = progress;
    this.#milliseconds = milliseconds;
    this.#activeSince = now();
  }

  get state(): 'running' | 'paused' | 'cancelling' | 'over' {
    return this.#state;
  }
  /** Why it waits. */
  get pause(): RunPause | null {
    return this.#pause;
  }
  get milliseconds(): number {
    return this.#milliseconds + (this.#activeSince === null ? 0 : this.#now() - this.#activeSince);
  }

  wait(pause: RunPause): void {
    this.#stopTime();
    this.#state = 'paused';
    this.#pause = pause;
  }
  resume(): void {
    this.#state = 'running';
    this.#pause = null;
    this.#activeSince = this.#now();
    this.#progress.resume();
  }
  cancel(): void {
    this.#stopTime();
    this.#state = 'cancelling';
    this.#pause = null;
  }
  end(): void {
    this.#stopTime();
    this.#state = 'over';
  }

  #stopTime(): void {
    if (this.#activeSince === null) return;
    this.#milliseconds = this.milliseconds;
    this.#activeSince = null;
    this.#progress.pause();
  }
}
