import type { JudgeFailure, JudgeReply } from '../../judgement/judge';
import type { Ask } from '../../judgement/ready-rubric';
import { TimeUp } from '../../judgement/ask-model';
import type { RunClock } from './run-scheduler';

interface Waiting {
  signal: AbortSignal;
  enter: () => void;
  giveUp: (reason: unknown) => void;
}

/**
 * Lets questions through to a judge in the order in which they came. Those that wait are ready to be sent, so that a free
 * place is taken at once. Call `turn` when the result of `mayPass` may have changed.
 */
export class ConcurrencyLimit {
  readonly #mayPass: (asking: number) => boolean;
  readonly #first: Waiting[] = [];
  readonly #again: Waiting[] = [];
  asking = 0;

  constructor(mayPass: (asking: number) => boolean) {
    this.#mayPass = mayPass;
  }

  get waiting(): number {
    return this.#first.length + this.#again.length;
  }

  /** Waits for a place, which `leave` gives back. A cell that is asked `again` goes first: its time has begun. */
  enter(signal: AbortSignal, again: boolean): Promise<void> {
    return new Promise((enter, giveUp) => {
      (again ? this.#again : this.#first).push({ signal, enter, giveUp });
      this.turn();
    });
  }
  leave(): void {
    this.asking -= 1;
    this.turn();
  }

  turn(): void {
    for (;;) {
      const line = this.#again.length > 0 ? this.#again : this.#first;
      const [next] = line;
      if (!next) return;
      if (next.signal.aborted) {
        line.shift();
        next.giveUp(next.signal.reason);
        continue;
      }
      if (!this.#mayPass(this.asking)) return;
      line.shift();
      this.asking += 1;
      next.enter();
    }
  }
}

interface PlaceTools {
  limit: ConcurrencyLimit;
  clock: RunClock;
  /** How long all questions about the cell may take together; null: as long as they take. */
  timeoutSeconds: number | null;
  /** Aborted when the time is up. */
  controller: AbortController;
  /** Whether a place that is kept may be used for one more question. */
  mayStay: () => boolean;
}

/** The place of one cell among the questions of a run. */
export class AskedPlace {
  readonly #tools: PlaceTools;
  #asking = false;
  #asked = false;
  /** Aborted to stop the time, which began at `since`. */
  #running: { since: number; stop: AbortController } | null = null;
  #millisecondsLeft: number;

  constructor(tools: PlaceTools) {
    this.#tools = tools;
    this.#millisecondsLeft = (tools.timeoutSeconds ?? 0) * 1000;
  }

  /**
   * Puts a question when its turn has come. The place is free for another as soon as there is a reply. It is kept while `more`
   * questions about the same case follow: a judge then still has at hand what they begin with. After a failure it is kept until
   * `end`, since that failure may be the one that stops the run.
   */
  async use(ask: Ask, more = false): Promise<JudgeReply | JudgeFailure> {
    if (!this.#asking || !this.#tools.mayStay()) await this.#wait();
    const reply = await ask((first) => this.#useAgain(first));
    // It came in time, however long it waits to be read.
    if (!('reason' in reply) && !more) this.end();
    return reply;
  }

  end(): void {
    this.#stopTime();
    if (this.#asking) this.#tools.limit.leave();
    this.#asking = false;
  }

  async #useAgain(first?: () => Promise<void>): Promise<void> {
    if (first) {
      this.#stopTime();
      await first();
    }
    this.#tools.controller.signal.throwIfAborted();
    await this.#wait();
  }

  /** Waiting for others is not this case's time. */
  async #wait(): Promise<void> {
    const { limit, controller } = this.#tools;
    const { signal } = controller;
    this.#stopTime();
    // Without `leave`: this cell is the first to be offered the place that it gives back.
    if (this.#asking) limit.asking -= 1;
    this.#asking = false;
    await limit.enter(signal, this.#asked);
    this.#asked = true;
    this.#asking = true;
    if (signal.aborted) {
      // Between its turn and this moment: the caller no longer looks at it.
      this.end();
      throw signal.reason;
    }
    this.#startTime();
  }

  #startTime(): void {
    const { clock, timeoutSeconds, controller } = this.#tools;
    if (timeoutSeconds === null) return;
    const stop = new AbortController();
    this.#running = { since: clock.now(), stop };
    const timeUp = () => {
      if (!stop.signal.aborted) controller.abort(new TimeUp(timeoutSeconds));
    };
    clock.sleep(this.#millisecondsLeft, stop.signal).then(timeUp, () => undefined);
  }

  #stopTime(): void {
    if (!this.#running) return;
    const { since, stop } = this.#running;
    this.#running = null;
    this.#millisecondsLeft = Math.max(0, this.#millisecondsLeft - (this.#tools.clock.now() - since));
    stop.abort();
  }
}
