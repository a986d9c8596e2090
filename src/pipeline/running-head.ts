import { countCells } from '../core/model/order';
import type { RunHead, RunPause, RunSettings } from '../core/model/run';
import type { World } from './ready-rubric';
import type { RunLedger } from './run-ledger';
import type { RunPhase } from './run-phase';
import type { RunPlan } from './run-plan';

/** What of a head changes as the run goes. */
type Standing = Pick<RunHead, 'state' | 'pause' | 'orders' | 'progress'>;

const untilResumed: RunPause = { because: 'person', detail: '' };

/** The head of a run that is going: as it is now, and as the next write will store it. */
export class RunningHead {
  readonly #orders: RunHead['orders'];
  readonly #below: RunHead['progress'] | null;
  readonly #ledger: RunLedger;
  readonly #phase: RunPhase;
  readonly #world: World;
  #head: RunHead;
  /** The one that ends the run. */
  #final: RunHead | null = null;

  constructor(
    { head, below }: Pick<RunPlan, 'head' | 'below'>,
    ledger: RunLedger,
    phase: RunPhase,
    world: World,
  ) {
    this.#head = head;
    this.#orders = head.orders;
    const waiting = head.orders.at(-2);
    this.#below = waiting ? (below ?? { done: 0, total: countCells(waiting) }) : null;
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
    return this.#phase.state === 'over' ? this.#head : this.#with(this.#going());
  }

  change(settings: Partial<RunSettings>): void {
    this.#head = { ...this.#head, settings: { ...this.#head.settings, ...settings } };
  }
  /** `idle`: nothing is in flight. The run is over with the write that stores its last results: no second one has to say so. */
  toWrite(idle: boolean): RunHead {
    const ended = idle ? this.#ended() : null;
    this.#head = this.#with(ended ?? this.#going());
    this.#final = ended && this.#head;
    return this.#head;
  }
  isFinal(head: RunHead): boolean {
    return head === this.#final;
  }
  /** Cancelled, though that could not be stored. */
  cancel(): void {
    this.#head = this.#with(this.#cancelled());
  }

  #with(standing: Standing): RunHead {
    return {
      ...this.#head,
      ...standing,
      changed: this.#world.now().toISOString(),
      milliseconds: this.#phase.milliseconds,
      counts: this.#ledger.counts(),
    };
  }

  #going(): Standing {
    const { state, pause } = this.#phase;
    const { progress } = this.#ledger;
    const orders = this.#orders;
    return state === 'paused'
      ? { state, pause, orders, progress }
      : { state: 'running', pause: null, orders, progress };
  }

  /** Null while something is left to be asked. */
  #ended(): Standing | null {
    const { progress, hasNext, complete } = this.#ledger;
    if (this.#phase.state === 'cancelling') {
      const nothingLeft = complete && (!this.#below || this.#below.done >= this.#below.total);
      return nothingLeft ? { ...this.#cancelled(), state: 'finished' } : this.#cancelled();
    }
    if (hasNext) return null;
    const orders = this.#orders.slice(0, -1);
    return this.#below
      ? { state: 'paused', pause: untilResumed, orders, progress: this.#below }
      : { state: 'finished', pause: null, orders, progress };
  }

  #cancelled(): Standing {
    return { state: 'cancelled', pause: null, orders: [], progress: this.#ledger.progress };
  }
}
