import type { RunPause } from '../core/model/run';
import type { RunProgress } from './run-progress';
import type { RunTime } from './run-time';

/** Whether a run goes, waits or is over, and why it waits. Its time goes only while it does. */
export class RunPhase {
  readonly #time: RunTime;
  readonly #progress: RunProgress;
  #state: 'running' | 'paused' | 'cancelling' | 'over' = 'running';
  #pause: RunPause | null = null;

  constructor(time: RunTime, progress: RunProgress) {
    this.#time = time;
    this.#progress = progress;
  }

  get state(): 'running' | 'paused' | 'cancelling' | 'over' {
    return this.#state;
  }
  /** Why it waits. */
  get pause(): RunPause | null {
    return this.#pause;
  }
  get milliseconds(): number {
    return this.#time.milliseconds;
  }

  waitFor(pause: RunPause): void {
    this.#stopTime();
    this.#state = 'paused';
    this.#pause = pause;
  }
  goOn(): void {
    this.#state = 'running';
    this.#pause = null;
    this.#time.goOn();
    this.#progress.resume();
  }
  callOff(): void {
    this.#stopTime();
    this.#state = 'cancelling';
    this.#pause = null;
  }
  end(): void {
    this.#stopTime();
    this.#state = 'over';
  }

  #stopTime(): void {
    if (this.#time.stop()) this.#progress.pause();
  }
}
