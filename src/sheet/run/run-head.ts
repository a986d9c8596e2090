import type { World } from '../../judgement/ready-rubric';
import type { RunHead, RunPause, RunSettings } from '../run-record';
import { countCells } from './order';
import type { RunLedger } from './run-ledger';
import type { RunPlan } from './run-scheduler';

type Standing = Pick<RunHead, 'state' | 'pause' | 'orders' | 'progress'>;

const untilResumed: RunPause = { because: 'person', detail: '' };

/** The head of a run that is going: as it is now, and as the next write will store it. Its time stands still in a pause. */
export class RunningHead {
  readonly #plan: Pick<RunPlan, 'head' | 'below'>;
  readonly #ledger: RunLedger;
  readonly #world: World;
  readonly #now: () => number;
  state: 'running' | 'paused' | 'cancelling' | 'over' = 'running';
  #pause: RunPause | null = null;
  /** Spent before `#activeSince`, which is null while the time stands still. */
  #milliseconds: number;
  #activeSince: number | null;
  /** As it was made last, but for its settings. */
  last: RunHead;
  #final: RunHead | null = null;

  constructor(plan: Pick<RunPlan, 'head' | 'below'>, ledger: RunLedger, world: World, now: () => number) {
    this.#plan = plan;
    this.#ledger = ledger;
    this.#world = world;
    this.#now = now;
    this.last = plan.head;
    this.#milliseconds = plan.head.milliseconds;
    this.#activeSince = now();
  }

  get isEnding(): boolean {
    return this.state === 'cancelling' || this.state === 'over';
  }
  get milliseconds(): number {
    return this.#milliseconds + (this.#activeSince === null ? 0 : this.#now() - this.#activeSince);
  }
  get now(): RunHead {
    return this.state === 'over' ? this.last : this.#with(this.#going());
  }

  /** A run that ends keeps the reason why it was paused. */
  stop(state: 'paused' | 'cancelling' | 'over', pause = state === 'over' ? this.#pause : null): void {
    this.#milliseconds = this.milliseconds;
    this.#activeSince = null;
    this.state = state;
    this.#pause = pause;
  }
  resume(): void {
    this.state = 'running';
    this.#pause = null;
    this.#activeSince = this.#now();
  }
  change(settings: Partial<RunSettings>): void {
    this.last = { ...this.last, settings: { ...this.last.settings, ...settings } };
  }

  /** `idle`: nothing is in flight. The write that stores the last results also ends the run. */
  toWrite(idle: boolean): RunHead {
    const ended = idle ? this.#ended() : null;
    this.last = this.#with(ended ?? this.#going());
    this.#final = ended && this.last;
    return this.last;
  }
  isFinal(head: RunHead): boolean {
    return head === this.#final;
  }
  /** Cancelled, though that could not be stored. */
  cancelUnstored(): void {
    this.last = this.#with(this.#cancelled());
  }

  #with(standing: Standing): RunHead {
    return {
      ...this.last,
      ...standing,
      changed: this.#world.now().toISOString(),
      milliseconds: this.milliseconds,
      counts: this.#ledger.counts(),
    };
  }

  #going(): Standing {
    const { orders } = this.#plan.head;
    const { progress } = this.#ledger;
    return this.state === 'paused'
      ? { state: 'paused', pause: this.#pause, orders, progress }
      : { state: 'running', pause: null, orders, progress };
  }

  #ended(): Standing | null {
    const { progress, hasNext, complete } = this.#ledger;
    const { orders } = this.#plan.head;
    const waiting = orders.at(-2);
    const below = waiting ? (this.#plan.below ?? { done: 0, total: countCells(waiting) }) : null;
    if (this.state === 'cancelling') {
      const nothingLeft = complete && (!below || below.done >= below.total);
      return { ...this.#cancelled(), ...(nothingLeft && { state: 'finished' }) };
    }
    if (hasNext) return null;
    return below
      ? { state: 'paused', pause: untilResumed, orders: orders.slice(0, -1), progress: below }
      : { state: 'finished', pause: null, orders: orders.slice(0, -1), progress };
  }

  #cancelled(): Standing {
    return { state: 'cancelled', pause: null, orders: [], progress: this.#ledger.progress };
  }
}
