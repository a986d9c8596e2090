import type { DeviceFault } from '../../core/model/device';
import type { Answer, Ending, Order, Saying } from './messages';

export type Work<Load> = Exclude<Order<Load>, { kind: 'stop' }>;

/** What an order that is worked on is given. */
export interface Bench {
  /** Says something in between. */
  say: (saying: Exclude<Saying, Ending>) => void;
  /** Aborted when this order, and no other, is to stop. */
  signal: AbortSignal;
}
export interface Breakage {
  fault: DeviceFault;
  message: string;
}
interface Entry<Load> {
  order: Work<Load>;
  stop: AbortController;
  ended: () => void;
}

/**
 * The orders of a runtime's worker. A runtime has one model with one memory of what it has read: so one order is worked on at a time,
 * in the order in which they came, and each is answered once. What is told to stop while it waits is never begun.
 */
export class OrderLine<Load> {
  readonly #say: (answer: Answer) => void;
  readonly #work: (order: Work<Load>, bench: Bench) => Promise<Ending>;
  readonly #breakageOf: (error: unknown) => Breakage;
  #waiting: Entry<Load>[] = [];
  #current: Entry<Load> | null = null;
  #broken: Breakage | null = null;

  constructor(
    say: (answer: Answer) => void,
    work: (order: Work<Load>, bench: Bench) => Promise<Ending>,
    /** What an error of the work means. */
    breakageOf: (error: unknown) => Breakage,
  ) {
    this.#say = say;
    this.#work = work;
    this.#breakageOf = breakageOf;
  }

  /** Resolves once the order is answered. */
  take(order: Order<Load>): Promise<void> {
    if (order.kind === 'stop') {
      this.#stop(order.id);
      return Promise.resolve();
    }
    return new Promise((ended) => {
      this.#waiting.push({ order, stop: new AbortController(), ended });
      if (this.#broken) this.break(this.#broken);
      else if (!this.#current) void this.#goOn();
    });
  }

  /** Of what is worked on now. */
  say(saying: Exclude<Saying, Ending>): void {
    if (this.#current) this.#say({ id: this.#current.order.id, ...saying });
  }

  /** The runtime is of no more use, to those who wait and to whoever comes. What happened first is what is told. */
  break(breakage: Breakage): void {
    this.#broken ??= breakage;
    const { fault, message } = this.#broken;
    const all = [...(this.#current ? [this.#current] : []), ...this.#waiting];
    this.#current = null;
    this.#waiting = [];
    for (const entry of all) this.#end(entry, { kind: 'broken', fault, message });
  }

  #stop(id: number): void {
    if (this.#current?.order.id === id) {
      this.#current.stop.abort();
      return;
    }
    const found = this.#waiting.find(({ order }) => order.id === id);
    if (!found) return;
    this.#waiting = this.#waiting.filter((entry) => entry !== found);
    this.#end(found, { kind: 'stopped' });
  }

  async #goOn(): Promise<void> {
    for (let entry = this.#waiting.shift(); entry; entry = this.#waiting.shift()) {
      this.#current = entry;
      const { order, stop } = entry;
      const isCurrent = () => this.#current === entry;
      const say = (saying: Exclude<Saying, Ending>) => {
        if (isCurrent()) this.say(saying);
      };
      try {
        const ending = await this.#work(order, { say, signal: stop.signal });
        // It was broken meanwhile, and so was all that waited.
        if (!isCurrent()) return;
        this.#current = null;
        this.#end(entry, ending);
      } catch (error) {
        if (isCurrent()) this.break(this.#breakageOf(error));
        return;
      }
    }
  }

  #end({ order, ended }: Entry<Load>, ending: Ending): void {
    this.#say({ id: order.id, ...ending });
    ended();
  }
}
