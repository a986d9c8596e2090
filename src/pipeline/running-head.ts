import type { RunHead, RunSettings, RunState } from '../core/model/run';
import type { World } from './ready-rubric';
import type { RunLedger } from './run-ledger';
import type { RunPhase } from './run-phase';

/** The head of a run that is going: as it is now, and as the next write will store it. */
export class RunningHead {
  readonly #ledger: RunLedger;
  readonly #phase: RunPhase;
  readonly #world: World;
  #head: RunHead;

  constructor(head: RunHead, ledger: RunLedger, phase: RunPhase, world: World) {
    this.#head = head;
    this.#ledger = ledger;
    this.#phase = phase;
    this.#world = world;
  }

  /** As it was made last, but for its settings. */
  get last(): RunHead {
    return this.#head;
  }
  get settings(): RunSettings {
    return this.#head.settings;
  }
  /** As it is now; not all of it may be stored yet. */
  get now(): RunHead {
    const { state } = this.#phase;
    if (state === 'over') return this.#head;
    return this.#headIn(state === 'paused' ? 'paused' : 'running');
  }

  change(settings: Partial<RunSettings>): void {
    this.#head = { ...this.#head, settings: { ...this.#head.settings, ...settings } };
  }
  /** `idle`: nothing is in flight. */
  toWrite(idle: boolean): RunHead {
    return (this.#head = this.#headIn(this.#stateWhenWritten(idle)));
  }
  /** Cancelled, though that could not be stored. */
  cancel(): void {
    this.#head = this.#headIn('cancelled');
  }

  #headIn(state: RunState): RunHead {
    const { again, ...head } = this.#head;
    const { total, settled } = this.#ledger;
    return {
      ...head,
      ...(again && isOpen(state) && { again: { ...again, left: total - settled } }),
      state,
      pause: state === 'paused' ? this.#phase.pause : null,
      changed: this.#world.now().toISOString(),
      milliseconds: this.#phase.milliseconds,
      counts: this.#ledger.counts(),
    };
  }

  /** The run is over with the write that stores its last results: no second one has to say so. */
  #stateWhenWritten(idle: boolean): RunState {
    const { state } = this.#phase;
    if (state === 'cancelling') {
      if (!idle) return 'running';
      // A second asking that was broken off leaves a run with all its results.
      return this.#ledger.complete ? 'finished' : 'cancelled';
    }
    if (idle && !this.#ledger.hasNext) return 'finished';
    return state === 'paused' ? 'paused' : 'running';
  }
}

function isOpen(state: RunState): boolean {
  return state === 'running' || state === 'paused';
}
