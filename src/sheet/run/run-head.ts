import type { Digest } from '../../judgement/digest';
import type { World } from '../../judgement/ready-rubric';
import type { Spending } from '../../judgement/spending';
import { RateWindow, timeLeft } from '../../kit/rate-window';
import type { RunHead, RunPause, RunSettings } from '../run-record';
import { countCells } from './order';
import type { RunLedger } from './run-ledger';
import type { RunPlan } from './run-scheduler';

/** What of a head changes as the run goes. */
type Standing = Pick<RunHead, 'state' | 'pause' | 'orders' | 'progress'>;

const untilResumed: RunPause = { because: 'person', detail: '' };

/** The head of a run that is going: as it is now, and as the next write will store it. Its time stands still in a pause. */
export class RunningHead {
  readonly #plan: Pick<RunPlan, 'head' | 'below'>;
  readonly #ledger: RunLedger;
  readonly #world: World;
  readonly #now: () => number;
  #state: 'running' | 'paused' | 'cancelling' | 'over' = 'running';
  #pause: RunPause | null = null;
  /** Spent before `#activeSince`, which is null while the time stands still. */
  #milliseconds: number;
  #activeSince: number | null;
  #head: RunHead;
  /** The one that ends the run. */
  #final: RunHead | null = null;

  constructor(plan: Pick<RunPlan, 'head' | 'below'>, ledger: RunLedger, world: World, now: () => number) {
    this.#plan = plan;
    this.#ledger = ledger;
    this.#world = world;
    this.#now = now;
    this.#head = plan.head;
    this.#milliseconds = plan.head.milliseconds;
    this.#activeSince = now();
  }

  get state(): 'running' | 'paused' | 'cancelling' | 'over' {
    return this.#state;
  }
  get isEnding(): boolean {
    return this.#state === 'cancelling' || this.#state === 'over';
  }
  /** Time spent judging, without pauses. */
  get milliseconds(): number {
    return this.#milliseconds + (this.#activeSince === null ? 0 : this.#now() - this.#activeSince);
  }
  get settings(): RunSettings {
    return this.#head.settings;
  }
  /** As it was made last, but for its settings. */
  get last(): RunHead {
    return this.#head;
  }
  /** As it is now; not all of it may be stored yet. */
  get now(): RunHead {
    return this.#state === 'over' ? this.#head : this.#with(this.#going());
  }

  pause(why: RunPause): void {
    this.#stop('paused', why);
  }
  resume(): void {
    this.#state = 'running';
    this.#pause = null;
    this.#activeSince = this.#now();
  }
  cancel(): void {
    this.#stop('cancelling', null);
  }
  end(): void {
    this.#stop('over', this.#pause);
  }
  change(settings: Partial<RunSettings>): void {
    this.#head = { ...this.#head, settings: { ...this.#head.settings, ...settings } };
  }

  /** `idle`: nothing is in flight. The write that stores the last results also ends the run. */
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
  cancelUnstored(): void {
    this.#head = this.#with(this.#cancelled());
  }

  #stop(state: 'paused' | 'cancelling' | 'over', pause: RunPause | null): void {
    this.#milliseconds = this.milliseconds;
    this.#activeSince = null;
    this.#state = state;
    this.#pause = pause;
  }

  #with(standing: Standing): RunHead {
    return {
      ...this.#head,
      ...standing,
      changed: this.#world.now().toISOString(),
      milliseconds: this.milliseconds,
      counts: this.#ledger.counts(),
    };
  }

  #going(): Standing {
    const { orders } = this.#plan.head;
    const { progress } = this.#ledger;
    return this.#state === 'paused'
      ? { state: 'paused', pause: this.#pause, orders, progress }
      : { state: 'running', pause: null, orders, progress };
  }

  /** Null while something is left to be asked. */
  #ended(): Standing | null {
    const { progress, hasNext, complete } = this.#ledger;
    const { orders } = this.#plan.head;
    const waiting = orders.at(-2);
    const below = waiting ? (this.#plan.below ?? { done: 0, total: countCells(waiting) }) : null;
    if (this.#state === 'cancelling') {
      const nothingLeft = complete && (!below || below.done >= below.total);
      return nothingLeft ? { ...this.#cancelled(), state: 'finished' } : this.#cancelled();
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

export interface Progress extends Spending {
  done: number;
  total: number;
  /** Done, without a score. */
  failed: number;
  /** Null until there is enough to tell. */
  perSecond: number | null;
  millisecondsLeft: number | null;
}

/** How far a run is, counting results that are stored. */
export class RunProgress {
  /** Milliseconds by a clock that stands still while the run is paused. */
  readonly #now: () => number;
  readonly #window: RateWindow;
  #counted: { total: number; done: number; failed: number; spending: Spending };

  constructor(start: { total: number; done: number; failed: number; spending: Spending }, now: () => number) {
    this.#now = now;
    this.#counted = start;
    this.#window = new RateWindow(now());
  }

  /** `spending` is that of the whole run with these results. */
  add(results: readonly { digest: Pick<Digest, 'status'> }[], spending: Spending): void {
    const { total, done, failed } = this.#counted;
    const unscored = results.filter(({ digest }) => digest.status === 'unscored').length;
    this.#counted = { total, done: done + results.length, failed: failed + unscored, spending };
    if (results.length > 0) this.#window.add(this.#now(), results.length);
  }

  /** A cell that is left out counts as done. */
  leaveOut(): void {
    this.#counted = { ...this.#counted, done: this.#counted.done + 1 };
  }

  look(): Progress {
    const { spending, ...counted } = this.#counted;
    const perSecond = this.#window.perSecond(this.#now());
    const millisecondsLeft = timeLeft(counted.total - counted.done, perSecond);
    return { ...counted, perSecond, millisecondsLeft, ...spending };
  }
}
